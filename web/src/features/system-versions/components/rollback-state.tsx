import type { SystemVersion } from '@landline/api/system-versions/contract';
import { Button, Progress } from '@mantine/core';
import { formatCount } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../shared/messages.ts';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useRollbackStep } from '../api/commands.ts';
import type { Say } from './system-versioning.tsx';
import classes from './system-versions.module.css';

interface RollbackStateProps {
  version: SystemVersion;
  rollback: NonNullable<SystemVersion['rollback']>;
}

/** How far a rollback has come, or why it goes on no more. */
export function RollbackState({ version, rollback: { total, remaining, failure } }: RollbackStateProps) {
  const restored = `${formatCount(total - remaining)} of ${formatCount(total)} documents restored`;
  if (failure !== null)
    return (
      <div role="status" className={classes.failure}>
        <Tag tone="bad">Rollback failed</Tag>
        <span className={classes.detail}>{failure}</span>
        <span className={classes.detail}>{restored}. What was restored stays so.</span>
      </div>
    );
  return (
    <div role="status">
      <Progress
        value={total === 0 ? 100 : 100 * (1 - remaining / total)}
        size="sm"
        mt={6}
        aria-label={`Rollback to ${version.version_name}: percent restored`}
      />
      <span className={classes.detail}>Rolling back: {restored}</span>
    </div>
  );
}

/** Goes on with a rollback that failed: what was in its way may be gone. */
export function Resume({
  version: { id, version_name },
  busy,
  say,
}: {
  version: SystemVersion;
  busy: boolean;
  say: Say;
}) {
  const resume = useRollbackStep(id, 'resume');
  const run = () =>
    resume.mutate(undefined, {
      onSuccess: ({ message }) => say('notice', message),
      onError: (error) => say('error', messageOr(error, SYSTEM_VERSIONS.rollbackFailed)),
    });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={busy}
      loading={resume.isPending}
      aria-label={`Resume the rollback to ${version_name}`}
      onClick={run}
    >
      Resume
    </Button>
  );
}
