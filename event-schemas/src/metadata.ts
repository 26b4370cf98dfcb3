import { z } from 'zod';
import { key, time } from './fields.ts';
import { actorRole } from './vocabulary.ts';

/**
 * The author of a command. `impersonatedBy` is the id of the SuperAdmin who acts as the client, `operatorToken` the id
 * of the token that was used instead of a session.
 */
export const actor = z.object({
  id: key(),
  role: actorRole,
  clientId: key().optional(),
  impersonatedBy: key().optional(),
  operatorToken: key().optional(),
});
export type Actor = z.infer<typeof actor>;

/** Landline itself, the actor of the first start, reactors and schedules. */
export const SYSTEM: Actor = { id: 'system', role: 'System' };

/** A visitor of the public pages, without an account. */
export const VISITOR: Actor = { id: 'visitor', role: 'Visitor' };

/** Metadata of every event. `at` is the command's time, ISO 8601. */
export const eventMetadata = z.object({
  actor,
  correlationId: key(),
  causationId: key().optional(),
  commandId: key(),
  /** Hash of the request behind an idempotency key; the same key with another request is rejected. */
  fingerprint: z.string().optional(),
  at: time(),
  /** W3C trace context; present only where traces are exported. */
  traceparent: z.string().optional(),
  schemaVersion: z.int().min(1),
});
export type EventMetadata = z.infer<typeof eventMetadata>;
