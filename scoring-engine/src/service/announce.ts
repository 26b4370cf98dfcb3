import { streams } from '@landline/event-schemas';
import { pause } from '@landline/event-schemas/pause';
import { rescoredEventId } from './ids.ts';
import { appendOnce } from './log.ts';
import { type Run, takeStepAlone } from './run-table.ts';
import type { RunnerContext } from './runner.ts';
import { DisplacedError } from './transaction.ts';

const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

type Swapped = Pick<Run, 'runId' | 'datasetKey' | 'scope' | 'rescored'>;

/** Tells the log that a run's scores are what readers see, exactly once, and completes it. */
export async function announce(
  { pool, client, epoch }: Pick<RunnerContext, 'pool' | 'client' | 'epoch'>,
  run: Swapped,
): Promise<void> {
  if (run.rescored) {
    await appendOnce(client, streams.rescoring(run.datasetKey, run.scope), rescoredEventId(run.runId), {
      type: 'CandidatesRescored',
      data: run.rescored,
    });
  }
  await takeStepAlone(pool, epoch, run, 'COMPLETE');
}

/** Nothing takes the swap back: as long as the log cannot be told, it is tried again, here or after the next start. */
export async function announceStubbornly(
  context: RunnerContext,
  run: Swapped,
  signal: AbortSignal,
): Promise<void> {
  for (let delay = RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
    try {
      await announce(context, run);
      return;
    } catch (error) {
      if (signal.aborted || error instanceof DisplacedError) throw error;
      context.log.warn({ err: error, run: run.runId }, 'the log cannot be told of a run');
      await pause(delay, signal);
    }
  }
}
