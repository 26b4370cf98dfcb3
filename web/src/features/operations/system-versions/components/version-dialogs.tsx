import type { SystemVersion } from '@landline/api/operations/system-versions/contract';
import { messageOr } from '../../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../../shared/messages.ts';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useDeleteVersion, useRollbackStep } from '../api/commands.ts';
import type { ShowNotice } from '../show-notice.ts';

export interface VersionDialogProps {
  version: SystemVersion;
  onDone: () => void;
  showNotice: ShowNotice;
}

export function AbandonDialog({ version: { id, version_name }, onDone, showNotice }: VersionDialogProps) {
  const abandon = useRollbackStep(id, 'abandon');
  const confirm = () =>
    abandon.mutate(undefined, {
      onSuccess: () => showNotice('notice', SYSTEM_VERSIONS.abandoned(version_name)),
      onError: (error) => showNotice('error', messageOr(error, SYSTEM_VERSIONS.rollbackFailed)),
      onSettled: onDone,
    });
  return (
    <ConfirmDialog
      title="Abandon the rollback"
      action="Abandon rollback"
      isPending={abandon.isPending}
      onConfirm={confirm}
      onClose={onDone}
    >
      The rollback to <strong>{version_name}</strong> will stop. Documents that were already restored stay
      restored. The emergency version contains the configuration from before the rollback.
    </ConfirmDialog>
  );
}

export function DeleteDialog({ version: { id, version_name }, onDone, showNotice }: VersionDialogProps) {
  const deleteVersion = useDeleteVersion(id);
  const confirm = () =>
    deleteVersion.mutate(undefined, {
      onSuccess: () => showNotice('success', SYSTEM_VERSIONS.deleted(version_name)),
      onError: (error) => showNotice('error', messageOr(error, SYSTEM_VERSIONS.deleteFailed)),
      onSettled: onDone,
    });
  return (
    <ConfirmDialog
      title="Delete version"
      action="Delete version"
      isPending={deleteVersion.isPending}
      onConfirm={confirm}
      onClose={onDone}
    >
      <strong>{version_name}</strong> will be deleted and can no longer be restored. The current configuration
      does not change.
    </ConfirmDialog>
  );
}
