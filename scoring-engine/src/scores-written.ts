import { z } from 'zod';

/** PostgreSQL's channel on which readers hear of a set that they are about to be sent to, as `scoresWritten` says. */
export const SCORES_WRITTEN_CHANNEL = 'scores_written';

export const scoresWritten = z.object({
  datasetKey: z.string(),
  setId: z.int(),
  /** The set that they read now. */
  replaces: z.int(),
});
export type ScoresWritten = z.infer<typeof scoresWritten>;

/**
 * The advisory lock of a set that is about to be read. Who reads it ahead shares the lock meanwhile; the engine, which
 * waits for it alone, knows then that nobody is reading any more.
 */
export const READ_AHEAD_LOCK = "hashtext('landline: scores are read ahead')";
