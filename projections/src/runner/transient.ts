import { isTransientError } from '@landline/runtime/postgres/transient-error';

/** Thrown when another process moved or removed the checkpoint; the caller must reload it. */
export class CheckpointMovedError extends Error {
  readonly code = 'CHECKPOINT_MOVED';
}

/** A missing privilege or a missing table: another process may still be migrating. */
const MIGRATING = ['42501', '42P01'];

/** Returns whether a failed write is worth repeating unchanged. Otherwise one of its events cannot be applied. */
export const isTransient = (error: unknown): boolean =>
  error instanceof CheckpointMovedError || isTransientError(error, MIGRATING);
