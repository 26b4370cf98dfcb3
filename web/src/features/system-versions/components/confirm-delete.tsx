import type { SystemVersion } from '@landline/api/system-versions/contract';
import { Button, Group } from '@mantine/core';
import { messageOr } from '../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../shared/messages.ts';
import { useDeleteVersion } from '../api/commands.ts';
import type { Say } from './system-versioning.tsx';
import classes from './system-versions.module.css';

interface ConfirmDeleteProps {
  version: SystemVersion;
  onDone: () => void;
  say: Say;
}

/** Asks before a version is deleted. */
export function ConfirmDelete({ version: { id, version_name }, onDone, say }: ConfirmDeleteProps) {
  const remove = useDeleteVersion(id);
  const run = () =>
    remove.mutate(undefined, {
      onSuccess: () => say('success', SYSTEM_VERSIONS.deleted(version_name)),
      onError: (error) => say('error', messageOr(error, SYSTEM_VERSIONS.deleteFailed)),
      onSettled: onDone,
    });
  return (
    <>
      <p className={classes.note}>
        <strong>{version_name}</strong> will be deleted, and nobody can roll back to it any more. What is
        configured now stays as it is.
      </p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={run} loading={remove.isPending}>
          Delete version
        </Button>
      </Group>
    </>
  );
}
