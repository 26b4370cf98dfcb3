import { actorRole } from '@landline/event-schemas';
import { z } from 'zod';

const position = z.string().regex(/^\d{1,18}$/, 'A commit position is a whole number');

/** What is looked for in the log. */
const logFilter = z.object({
  stream: z.string().max(300).optional(),
  type: z.string().max(100).optional(),
  /** The id of who acted, or of who impersonated. */
  actor: z.string().max(100).optional(),
  client: z.string().max(100).optional(),
  correlation: z.string().max(100).optional(),
  /** The id of the event that led to it. */
  causation: z.string().max(100).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** `only`: what SuperAdmins did as a client; `without`: everything else. */
  impersonated: z.enum(['only', 'without']).optional(),
});
export type LogFilter = z.infer<typeof logFilter>;

/** GET /api/admin/audit/events, newest first; `before` is the position of the last one seen. */
export const logQuery = logFilter.extend({
  before: position.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const person = z.object({ id: z.string(), name: z.string().nullable() });

export const logRow = z.object({
  position: z.string(),
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  revision: z.string(),
  at: z.iso.datetime(),
  actor: person.extend({ role: actorRole }),
  impersonatedBy: person.nullable(),
  clientId: z.string().nullable(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  /** The version in which it was written. */
  schemaVersion: z.int(),
});
export type LogRow = z.infer<typeof logRow>;

export const logResponse = z.object({
  success: z.literal(true),
  data: z.array(logRow),
  /** Where the next page begins; null at the beginning of the log. */
  before: z.string().nullable(),
});
export type LogPage = z.infer<typeof logResponse>;

/** How the log is secured. */
export const anchorsResponse = z.object({
  success: z.literal(true),
  data: z.object({
    /** Null before the first anchor. */
    last: z
      .object({
        at: z.iso.datetime(),
        position: z.string(),
        events: z.int(),
        root: z.string(),
        keyId: z.string(),
      })
      .nullable(),
    /** Events that no anchor speaks for yet. */
    tail: z.int(),
    /** Event types there are, for the filter. */
    types: z.array(z.string()),
  }),
});
export type Anchors = z.infer<typeof anchorsResponse>['data'];

/** `hidden`: not for the caller's role; `erased`: its key was destroyed. */
const personalField = z.object({ path: z.string(), state: z.enum(['shown', 'hidden', 'erased']) });

export const positionParams = z.object({ position });

/** GET /api/admin/audit/events/:position */
export const eventResponse = z.object({
  success: z.literal(true),
  data: logRow.extend({
    data: z.unknown(),
    metadata: z.unknown(),
    /** The version that this build reads it in. */
    presentVersion: z.int(),
    personal: z.array(personalField),
    /** What led to it. */
    cause: logRow.nullable(),
    /** What it led to: the first 100 of them. */
    caused: z.array(logRow),
    causedTotal: z.int(),
  }),
});
export type LogEventDetail = z.infer<typeof eventResponse>['data'];

/** GET /api/admin/audit/replay: as of a revision, or of a commit position; at its end without either. */
export const replayQuery = z.object({
  stream: z.string().min(1).max(300),
  revision: z.coerce.number().int().min(0).optional(),
  position: position.optional(),
});

const change = z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() });
export type StateChange = z.infer<typeof change>;

export const replayResponse = z.object({
  success: z.literal(true),
  data: z.object({
    stream: z.string(),
    revision: z.int(),
    /** Of the stream's last event. */
    lastRevision: z.int(),
    event: z.object({ position: z.string(), type: z.string(), at: z.iso.datetime() }),
    /** `decider`: as the rules see it; `event`: what this event says, where no decider remembers anything. */
    by: z.enum(['decider', 'event']),
    state: z.unknown(),
    /** What this event made different; nothing, where no decider remembers anything. */
    changes: z.array(change),
  }),
});
export type Replay = z.infer<typeof replayResponse>['data'];

/** The lists that can be shown as they were; `of`: what they can be narrowed to, or, of a dataset, have to be. */
export const AS_OF_LISTS = [
  { key: 'clients', label: 'Clients' },
  { key: 'client-users', label: 'Client users' },
  { key: 'staff', label: 'Staff' },
  { key: 'datasets-granted', label: 'Dataset access' },
  { key: 'content-requests', label: 'Content requests', of: 'client' },
  { key: 'contact-requests', label: 'Contact requests' },
  { key: 'subscribers', label: 'Newsletter subscribers' },
  { key: 'conversations', label: 'Conversations', of: 'client' },
  { key: 'messages', label: 'Questions and answers', of: 'client' },
  { key: 'left-messages', label: 'Messages that visitors left', of: 'client' },
  { key: 'prompts', label: 'Prompts', of: 'client' },
  { key: 'pages', label: 'Content pages', of: 'client' },
  { key: 'sites', label: 'Websites' },
  { key: 'widgets', label: 'Widgets' },
  { key: 'widget-versions', label: 'Widget versions', of: 'client' },
  { key: 'widget-templates', label: 'Widget templates' },
  { key: 'branding', label: 'Global branding' },
  { key: 'system-versions', label: 'System versions' },
  { key: 'configuration', label: 'Configuration documents' },
  { key: 'usage-days', label: 'Usage and quality by day', of: 'client' },
  { key: 'gaps', label: 'Unanswered or badly rated questions', of: 'client' },
  { key: 'widget-loads', label: 'Widget loads by day', of: 'client' },
  { key: 'billing-days', label: 'Billable messages by day', of: 'client' },
  { key: 'billing-alerts', label: 'Billing alerts', of: 'client' },
  { key: 'datasets', label: 'Datasets' },
  { key: 'imports', label: 'Imports' },
  { key: 'rejected-rows', label: 'Rows that imports refused' },
  { key: 'candidates', label: 'Properties and their scores', of: 'dataset' },
  { key: 'environment-layers', label: 'Environmental layers' },
  { key: 'environment-assessments', label: 'Environmental assessments' },
  { key: 'facilities', label: 'Facilities of layers' },
  { key: 'rejected-facilities', label: 'Rows that layers refused' },
  { key: 'judgements', label: 'Judgements' },
  { key: 'notes', label: 'Notes' },
  { key: 'reviews', label: 'Reviews of properties' },
  { key: 'saved-views', label: 'Saved views' },
  { key: 'scoring-models', label: 'Scoring models' },
  { key: 'rescoring-runs', label: 'Rescoring runs' },
  { key: 'erasures', label: 'Requests to be erased' },
  { key: 'retention', label: 'How long conversations are kept' },
] as const satisfies readonly { key: string; label: string; of?: 'client' | 'dataset' }[];
export const asOfList = z.enum(AS_OF_LISTS.map(({ key }) => key));
export type AsOfListKey = z.infer<typeof asOfList>;

/** Why a list that more than 100,000 events have made is not shown. */
export const LIST_TOO_LONG =
  'Too much has happened to this list by then to show it as it was. Choose an earlier time, or replay one of its entries.';

/** Why properties of all datasets are not shown at once. */
export const DATASET_WANTED = 'Choose a dataset';

/** How many rows a page of a list has. */
export const AS_OF_PAGE_ROWS = 500;

/** GET /api/admin/audit/as-of */
export const asOfQuery = z.object({
  list: asOfList,
  at: z.iso.datetime({ offset: true }),
  /** Of this client alone; of properties, with the scores and judgements that it saw. */
  client: z.string().max(100).optional(),
  dataset: z.string().max(100).optional(),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
});
export type AsOfQuery = z.infer<typeof asOfQuery>;
export const asOfResponse = z.object({
  success: z.literal(true),
  data: z.object({
    at: z.iso.datetime({ offset: true }),
    /** The last event that it shows; null before the first. */
    position: z.string().nullable(),
    total: z.int(),
    columns: z.array(z.string()),
    /** Of one page. */
    rows: z.array(z.array(z.unknown())),
  }),
});
export type AsOf = z.infer<typeof asOfResponse>['data'];

/** GET /api/admin/audit/export, oldest first. */
export const exportQuery = logFilter.extend({ format: z.enum(['ndjson', 'csv']) });
