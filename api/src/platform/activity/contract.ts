import { actorRole } from '@landline/event-schemas';
import { z } from 'zod';
import { pageResponse } from '../http/response-contract.ts';

/** Entity types with an activity history. */
export const AUDITED_ENTITY_TYPES = ['client', 'user', 'candidate', 'dataset', 'import'] as const;
export const auditedEntity = z.object({ type: z.enum(AUDITED_ENTITY_TYPES), id: z.string() });
export type AuditedEntity = z.infer<typeof auditedEntity>;

export const AUDIT_PAGE_SIZE = 50;

/** GET /api/audit?entity=client:ID, newest first. */
export const auditQuery = z.object({
  entity: z
    .string()
    .regex(
      new RegExp(`^(${AUDITED_ENTITY_TYPES.join('|')}):[\\w.:-]{1,100}$`),
      'An entity is a type and an id, e.g. client:ID',
    )
    .transform((text): AuditedEntity => {
      const colon = text.indexOf(':');
      return { type: text.slice(0, colon) as AuditedEntity['type'], id: text.slice(colon + 1) };
    }),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(AUDIT_PAGE_SIZE),
});

/** A changed field; `before` only if the event contains it. Erased personal fields read '(erased)'. */
export const auditChange = z.object({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type AuditChange = z.infer<typeof auditChange>;

const person = z.object({
  id: z.string(),
  /** Null for an unknown user. */
  name: z.string().nullable(),
});

export const auditEntry = z.object({
  /** Commit position, a decimal number: the entry's id. */
  position: z.string(),
  at: z.iso.datetime(),
  /** The event's type, e.g. `ClientProductsChanged`. */
  type: z.string(),
  /** All entities that the event concerns. */
  entities: z.array(auditedEntity),
  actor: person.extend({ role: actorRole }),
  /** The SuperAdmin who acted as the client. */
  impersonatedBy: person.nullable(),
  /** The client that acted or was changed. */
  clientId: z.string().nullable(),
  changes: z.array(auditChange),
  correlationId: z.string(),
  /** True if POST /api/audit/:position/undo applies. */
  undoable: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditResponse = pageResponse(auditEntry);
