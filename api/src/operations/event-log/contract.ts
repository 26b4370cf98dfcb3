import { actorRole } from '@landline/event-schemas';
import { z } from 'zod';
import { commitPosition } from '../../platform/http/commit-position.ts';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** A time that PostgreSQL can compare: it has no year 0 and no offsets of 16 hours or more. */
const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => !text.startsWith('0000'), 'must be in the year 1 or later')
  .refine((text) => !/[+-](1[6-9]|2\d):\d\d$/.test(text), 'must have an offset of less than 16 hours');

const logFilter = z.object({
  stream: z.string().max(300).optional(),
  type: z.string().max(100).optional(),
  /** Id of the actor or the impersonator. */
  actor: z.string().max(100).optional(),
  client: z.string().max(100).optional(),
  correlation: z.string().max(100).optional(),
  /** Id of the causing event. */
  causation: z.string().max(100).optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** `only`: actions of SuperAdmins impersonating a client; `without`: all others. */
  impersonated: z.enum(['only', 'without']).optional(),
});
export type LogFilter = z.infer<typeof logFilter>;

/** GET /api/admin/audit/events, newest first; `before` is the position of the last event of the previous page. */
export const logQuery = logFilter.extend({
  before: commitPosition.optional(),
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
  /** Schema version in which the event was written. */
  schemaVersion: z.int(),
});
export type LogRow = z.infer<typeof logRow>;

export const logResponse = dataResponse(z.array(logRow)).extend({
  /** `before` for the next page; null on the last one. */
  before: z.string().nullable(),
});
export type LogPage = z.infer<typeof logResponse>;

/** GET /api/admin/audit/anchors */
export const anchorsResponse = dataResponse(
  z.object({
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
    /** Number of events after the last anchor. */
    tail: z.int(),
    /** Event types, for the filter. */
    types: z.array(z.string()),
  }),
);
export type Anchors = z.infer<typeof anchorsResponse>['data'];

/** `hidden`: the caller's role cannot read it; `erased`: its key was destroyed. */
const personalField = z.object({ path: z.string(), state: z.enum(['shown', 'hidden', 'erased']) });

export const positionParams = z.object({ position: commitPosition });

/** GET /api/admin/audit/events/:position */
export const eventResponse = dataResponse(
  logRow.extend({
    data: z.unknown(),
    metadata: z.unknown(),
    /** Current schema version of the type. */
    currentVersion: z.int(),
    personal: z.array(personalField),
    cause: logRow.nullable(),
    /** The first 100 events it caused. */
    caused: z.array(logRow),
    causedTotal: z.int(),
  }),
);
export type LogEventDetail = z.infer<typeof eventResponse>['data'];

/** GET /api/admin/audit/replay: up to a revision or commit position, by default to the end of the stream. */
export const replayQuery = z.object({
  stream: z.string().min(1).max(300),
  revision: z.coerce.number().int().min(0).optional(),
  position: commitPosition.optional(),
});

const change = z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() });
export type StateChange = z.infer<typeof change>;

export const replayResponse = dataResponse(
  z.object({
    stream: z.string(),
    revision: z.int(),
    /** Revision of the stream's last event. */
    lastRevision: z.int(),
    event: z.object({ position: z.string(), type: z.string(), at: z.iso.datetime() }),
    /** `decider`: state folded by the stream's decider; `event`: data of the event, if the stream has no decider. */
    by: z.enum(['decider', 'event']),
    state: z.unknown(),
    /** Changes made by this event; empty if the stream has no decider. */
    changes: z.array(change),
  }),
);
export type Replay = z.infer<typeof replayResponse>['data'];

/** Lists that can be read as of a time. `scope`: optional client filter, or the required dataset. */
export const AS_OF_LISTS = [
  { key: 'clients', label: 'Clients' },
  { key: 'client-users', label: 'Client users' },
  { key: 'staff', label: 'Staff' },
  { key: 'datasets-granted', label: 'Dataset access' },
  { key: 'content-requests', label: 'Content requests', scope: 'client' },
  { key: 'contact-requests', label: 'Contact requests' },
  { key: 'subscribers', label: 'Newsletter subscribers' },
  { key: 'conversations', label: 'Conversations', scope: 'client' },
  { key: 'messages', label: 'Questions and answers', scope: 'client' },
  { key: 'left-messages', label: 'Messages left by visitors', scope: 'client' },
  { key: 'prompts', label: 'Prompts', scope: 'client' },
  { key: 'pages', label: 'Content pages', scope: 'client' },
  { key: 'sites', label: 'Websites' },
  { key: 'widgets', label: 'Widgets' },
  { key: 'widget-versions', label: 'Widget versions', scope: 'client' },
  { key: 'widget-templates', label: 'Widget templates' },
  { key: 'branding', label: 'Global branding' },
  { key: 'system-versions', label: 'System versions' },
  { key: 'configuration', label: 'Configuration documents' },
  { key: 'usage-days', label: 'Usage and quality by day', scope: 'client' },
  { key: 'gaps', label: 'Unanswered questions and answers rated down', scope: 'client' },
  { key: 'widget-loads', label: 'Widget loads by day', scope: 'client' },
  { key: 'billing-days', label: 'Billable messages by day', scope: 'client' },
  { key: 'billing-alerts', label: 'Billing alerts', scope: 'client' },
  { key: 'datasets', label: 'Datasets' },
  { key: 'imports', label: 'Imports' },
  { key: 'rejected-rows', label: 'Rows rejected by imports' },
  { key: 'candidates', label: 'Properties and their scores', scope: 'dataset' },
  { key: 'environment-layers', label: 'Environmental layers' },
  { key: 'environment-assessments', label: 'Environmental assessments' },
  { key: 'facilities', label: 'Layer facilities' },
  { key: 'rejected-facilities', label: 'Rows rejected by layer imports' },
  { key: 'judgements', label: 'Classifications' },
  { key: 'notes', label: 'Notes' },
  { key: 'reviews', label: 'Property reviews' },
  { key: 'saved-views', label: 'Saved views' },
  { key: 'scoring-models', label: 'Scoring models' },
  { key: 'rescoring-runs', label: 'Rescoring runs' },
  { key: 'erasures', label: 'Erasure requests' },
  { key: 'retention', label: 'Conversation retention' },
] as const satisfies readonly { key: string; label: string; scope?: 'client' | 'dataset' }[];
export const asOfList = z.enum(AS_OF_LISTS.map(({ key }) => key));
export type AsOfListKey = z.infer<typeof asOfList>;

/** Error for a list whose rebuild needs too many events or dataset chunks. */
export const LIST_TOO_LONG =
  'This list is too large to rebuild as of that time. Choose an earlier time, or replay a single entry.';

export const DATASET_REQUIRED = 'Choose a dataset.';

export const AS_OF_PAGE_ROWS = 500;

/** GET /api/admin/audit/as-of */
export const asOfQuery = z.object({
  list: asOfList,
  at: instant,
  /** Limits the list to one client; for `candidates`, selects the scores and classifications that the client saw. */
  client: z.string().max(100).optional(),
  dataset: z.string().max(100).optional(),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
});
export type AsOfQuery = z.infer<typeof asOfQuery>;
export const asOfResponse = dataResponse(
  z.object({
    at: z.iso.datetime({ offset: true }),
    /** Position of the last event included; null before the first. */
    position: z.string().nullable(),
    total: z.int(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.unknown())),
  }),
);
export type AsOf = z.infer<typeof asOfResponse>['data'];

/** GET /api/admin/audit/export, oldest first. An event that cannot be read has no data, and the reason as `unreadable`. */
export const exportQuery = logFilter.extend({ format: z.enum(['ndjson', 'csv']) });

/** GET /api/admin/audit/stored as NDJSON: events of a stream from a revision, or of the log from a commit position. */
export const storedEventsQuery = z.object({
  stream: z.string().min(1).max(300).optional(),
  /** First event, inclusive in both directions. */
  from: commitPosition.optional(),
  limit: z.coerce.number().int().min(1).default(100),
  backwards: z.stringbool().default(false),
});
export type StoredEventsQuery = z.infer<typeof storedEventsQuery>;

/** Line of the GET /api/admin/audit/stored response. */
export interface StoredEventRow {
  /** Null if the event store omits it from a stream read. */
  readonly position: string | null;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: string;
  readonly created: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** Size of the length prefix of each message in GET /api/admin/audit/messages, in bytes. */
export const LENGTH_BYTES = 4;
