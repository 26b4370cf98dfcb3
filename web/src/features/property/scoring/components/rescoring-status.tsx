import type { RescoringRun } from '@landline/api/property/scoring/contract';
import { isRunFinished, runStateAfter } from '@landline/event-schemas/lifecycles/rescoring-run';
import { Alert, Box, Button, Code, Group, Progress, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { formatCount } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { useIsStaff, useUser } from '../../../platform/session/context.ts';
import { clientOf } from '../../../platform/session/user.ts';
import { useNewestRun, useRunCommand } from '../api/scoring.ts';
import { RunsError } from './runs-error.tsx';

/** Minimum duration of a run before it is shown, in milliseconds. */
const SHOWN_AFTER_MS = 700;

/** The running, failed or canceled rescoring of a dataset, for staff; SuperAdmins can cancel and retry it. */
export function RescoringStatus({ datasetKey }: { datasetKey: string }) {
  const isStaff = clientOf(useUser()) === null;
  const { data: run, error, refetch } = useNewestRun(datasetKey, isStaff);
  const isRunning = run != null && !isRunFinished(run.state);
  const [isLong] = useDebouncedValue(isRunning, SHOWN_AFTER_MS);
  if (error && run === undefined) return <RunsError error={error} onRetry={() => void refetch()} />;
  if (!run) return null;
  if (isRunning) return isLong ? <Running run={run} /> : null;
  return run.state === 'failed' || run.state === 'cancelled' ? <StoppedRun run={run} /> : null;
}

const PHASES: Partial<Record<RescoringRun['state'], string>> = {
  queued: 'Waiting to rescore. The list shows the previous scores.',
  scoring: 'Rescoring all properties. The list shows the previous scores.',
  writing: 'Saving the new scores. The list shows the previous scores.',
  swapping: 'Activating the new scores.',
};

function Running({ run }: { run: RescoringRun }) {
  const mayCommand = useIsStaff('SuperAdmin');
  const cancel = useRunCommand('cancel');
  const percent = run.total === 0 ? 0 : Math.min(100, Math.round((run.scored / run.total) * 100));
  return (
    <Box
      component="section"
      px="md"
      py="sm"
      mb="md"
      bd="1px solid var(--line)"
      bdrs="md"
      aria-label="Rescoring"
    >
      <Group gap="4px 16px" mb="xs">
        <Text span fw={550} flex="1 1 260px">
          {PHASES[run.state]}
        </Text>
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
      </Group>
      <Progress value={percent} size="sm" aria-label="Rescoring progress" transitionDuration={200} />
      {cancel.error && (
        <Alert color="red" p="sm" mt="sm">
          {messageOf(cancel.error)}
        </Alert>
      )}
    </Box>
  );
}

function StoppedRun({ run }: { run: RescoringRun }) {
  const mayCommand = useIsStaff('SuperAdmin');
  const retry = useRunCommand('retry');
  const hasFailed = run.state === 'failed';
  return (
    <Alert
      color={hasFailed ? 'red' : 'yellow'}
      mb="md"
      p="sm"
      role={hasFailed ? 'alert' : 'status'}
      title={hasFailed ? 'The last rescoring failed' : 'The last rescoring was canceled'}
    >
      The previous scores were kept.{' '}
      {hasFailed &&
        (mayCommand
          ? 'Retry. If it fails again, send the error to the operator. '
          : 'Ask a SuperAdmin to retry. ')}
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
      {hasFailed && run.error && (
        <Text component="p" size="sm" m="8px 0 0">
          Error for the operator: <Code>{run.error}</Code>
        </Text>
      )}
    </Alert>
  );
}
