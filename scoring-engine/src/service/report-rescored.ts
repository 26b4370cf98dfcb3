import { streams } from '@landline/event-schemas';
import { Backoff } from './backoff.ts';
import { FencedError } from './epoch.ts';
import { appendOnce } from './event-log.ts';
import { rescoredEventId } from './name-based-ids.ts';
import { type Run, transitionRunAndNotify } from './run-table.ts';
import type { RunnerContext } from './runner-context.ts';

type SwappedRun = Pick<Run, 'runId' | 'datasetKey' | 'scope' | 'rescored'>;

/** Appends `CandidatesRescored` for a swapped-in run exactly once, and completes the run. */
export async function reportRescored(
  { pool, client, epoch }: Pick<RunnerContext, 'pool' | 'client' | 'epoch'>,
  run: SwappedRun,
): Promise<void> {
  if (run.rescored) {
    await appendOnce(client, streams.rescoring(run.datasetKey, run.scope), rescoredEventId(run.runId), {
      type: 'CandidatesRescored',
      data: run.rescored,
    });
  }
  await transitionRunAndNotify(pool, epoch, run, 'COMPLETE');
}

/**
 * Retries until the log accepts the report, because a swap cannot be undone. After a restart, `activateEngine`
 * continues.
 */
export async function reportRescoredWithRetry(
  context: RunnerContext,
  run: SwappedRun,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff();
  for (;;) {
    try {
      return await reportRescored(context, run);
    } catch (error) {
      if (signal.aborted || error instanceof FencedError) throw error;
      context.log.warn(
        { event: 'rescore.report_failed', err: error, run: run.runId },
        'Rescoring run not reported to the event log; retrying',
      );
      await backoff.wait(signal);
    }
  }
}
