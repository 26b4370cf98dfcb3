import { z } from 'zod';

/** PostgreSQL channel that announces a stored score set before it becomes live; the payload is `scoresWritten`. */
export const SCORES_WRITTEN_CHANNEL = 'scores_written';

export const scoresWritten = z.object({
  datasetKey: z.string(),
  setId: z.int(),
  /** Score set that readers currently use. */
  replaces: z.int(),
});
export type ScoresWritten = z.infer<typeof scoresWritten>;

/**
 * Advisory lock on a score set that is about to become live. Readers hold it shared while they load the set; the engine
 * takes it exclusively to wait until they have finished.
 */
export const READ_AHEAD_LOCK = "hashtext('landline: scores are read ahead')";
