import type { SystemVersion } from '@landline/api/system-versions/contract';
import { Button, Group } from '@mantine/core';
import { messageOr } from '../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../shared/messages.ts';
import { useRollbackStep } from '../api/commands.ts';
import type { Say } from './system-versioning.tsx';
import classes from './system-versions.module.css';

interface ConfirmAbandonProps {
  version: SystemVersion;
  onDone: () => void;
  say: Say;
}

/** Asks before a rollback is left where it is. */
export function ConfirmAbandon({ version: { id, version_name }, onDone, say }: ConfirmAbandonProps) {
  const abandon = useRollbackStep(id, 'abandon');
  const run = () =>
    abandon.mutate(undefined, {
      onSuccess: () => say('notice', SYSTEM_VERSIONS.abandoned(version_name)),
      onError: (error) => say('error', messageOr(error, SYSTEM_VERSIONS.rollbackFailed)),
      onSettled: onDone,
    });
  return (
    <>
      <p className={classes.note}>
        Nothing more of <strong>{version_name}</strong> will be restored. What was restored stays so; the
        emergency version holds what was there before.
      </p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={run} loading={abandon.isPending}>
          Abandon rollback
        </Button>
      </Group>
    </>
  );
}
