import type { RescoringRun } from '@landline/api/scoring/contract';
import { isRunOver, runStateAfter } from '@landline/event-schemas/lifecycles/rescoring-run';
import { Alert, Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/http/errors.ts';
import { useUser } from '../../session/context.ts';
import { clientOf } from '../../session/user.ts';
import { useRunCommand } from '../api/command-run.ts';
import { useNewestRun } from '../api/list-newest-runs.ts';
import classes from './rescoring-status.module.css';

/** What is over sooner is not worth a line that comes and goes. */
const SHOWN_AFTER_MS = 700;

/** Says that a dataset is being scored again, how far that is, and when it could not be; SuperAdmins stop and retry it. */
export function RescoringStatus({ datasetKey }: { datasetKey: string }) {
  // Clients are not told of runs.
  const isStaff = clientOf(useUser()) === null;
  const { data: run } = useNewestRun(datasetKey, isStaff);
  const isRunning = run != null && !isRunOver(run.state);
  const isLong = useLasting(isRunning);
  if (!run) return null;
  if (isRunning) return isLong ? <Running run={run} /> : null;
  return run.state === 'failed' || run.state === 'cancelled' ? <Stopped run={run} /> : null;
}

function Running({ run }: { run: RescoringRun }) {
  const mayCommand = useUser()?.role === 'SuperAdmin';
  const cancel = useRunCommand('cancel');
  const percent = run.total === 0 ? 0 : Math.min(100, Math.round((run.scored / run.total) * 100));
  return (
    <section className={classes.run} aria-label="Rescoring">
      <div className={classes.line}>
        <span className={classes.phase}>{PHASES[run.state]}</span>
        <span className="num">
          {formatCount(run.scored)} of {formatCount(run.total)}
        </span>
        {mayCommand && runStateAfter(run.state, 'CANCEL') !== undefined && (
          <Button
            variant="default"
            size="compact-sm"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(run.run_id)}
          >
            Cancel
          </Button>
        )}
      </div>
      <Progress value={percent} size="sm" aria-label="Percent scored" transitionDuration={200} />
      {cancel.error && (
        <Alert color="red" p="sm" mt="sm" role="alert">
          {messageOf(cancel.error)}
        </Alert>
      )}
    </section>
  );
}

const PHASES: Partial<Record<RescoringRun['state'], string>> = {
  queued: 'Waiting to be scored again. The list shows the scores it had.',
  scoring: 'Scoring every property again. The list shows the scores it had.',
  writing: 'Writing the new scores. The list shows the scores it had.',
  swapping: 'The new scores are taking their place.',
};

function Stopped({ run }: { run: RescoringRun }) {
  const mayCommand = useUser()?.role === 'SuperAdmin';
  const retry = useRunCommand('retry');
  const failed = run.state === 'failed';
  return (
    <Alert
      color={failed ? 'red' : 'yellow'}
      mb="md"
      p="sm"
      role={failed ? 'alert' : 'status'}
      title={failed ? 'The last rescoring failed' : 'The last rescoring was cancelled'}
    >
      The scores from before are kept.{failed && run.error && ` What was said: ${run.error}`}{' '}
      {mayCommand && (
        <Button
          variant="default"
          size="compact-sm"
          loading={retry.isPending}
          onClick={() => retry.mutate(run.run_id)}
        >
          Retry
        </Button>
      )}
      {retry.error && ` ${messageOf(retry.error)}`}
    </Alert>
  );
}

/** True once something has been so for a while. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasts(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo]);
  return lasts;
}
