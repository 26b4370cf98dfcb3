import { type BackupStatistics, RETENTION } from '@landline/api/operations/system-versions/contract';
import { Box, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../../shared/messages.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { useCleanup } from '../api/commands.ts';
import { useBackupStatistics } from '../api/versions.ts';
import type { ShowNotice } from '../show-notice.ts';

/** Backups by kind, and their cleanup (spec 002 §2). */
export function SystemManagement({ showNotice }: { showNotice: ShowNotice }) {
  return (
    <Card title="System Management">
      <QueryBody query={useBackupStatistics()} errorTitle="The backups could not be counted" skeleton={180}>
        {(statistics) => <Backups statistics={statistics} showNotice={showNotice} />}
      </QueryBody>
    </Card>
  );
}

interface BackupsProps {
  statistics: BackupStatistics;
  showNotice: ShowNotice;
}

function Backups({ statistics, showNotice }: BackupsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const cleanup = useCleanup();
  const close = () => setConfirming(false);
  const confirm = () =>
    cleanup.mutate(undefined, {
      onSuccess: () => showNotice('success', SYSTEM_VERSIONS.cleanedUp),
      onError: (error) => showNotice('error', messageOr(error, SYSTEM_VERSIONS.cleanupFailed)),
      onSettled: close,
    });
  const { autoBackups, target, outdated } = statistics;
  const kinds = [
    ['Deploys', statistics.gitDeployBackups, RETENTION['git-deploy']],
    ['Snapshots', statistics.manualSnapshots, RETENTION['auto-snapshot']],
    ['Emergency', statistics.emergencyBackups, RETENTION.emergency],
    ['Daily', statistics.dailyBackups, RETENTION['daily-auto']],
    ['Weekly', statistics.weeklyBackups, RETENTION['weekly-auto']],
  ] as const;
  return (
    <div>
      <Box component="h3" m="0 0 8px" fz="md" fw={600}>
        Backup Cleanup
      </Box>
      <FactsList
        facts={[
          ['All versions', formatCount(statistics.totalBackups)],
          ['Automatic backups', `${formatCount(autoBackups)}, target ${target}`],
          ...kinds.map(
            ([name, count, retained]) => [name, `${formatCount(count)}, cleanup keeps ${retained}`] as const,
          ),
        ]}
      />
      <Group mt="md" gap="sm">
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          disabled={autoBackups <= target}
          onClick={() => setConfirming(true)}
        >
          Backup Cleanup
        </Button>
        {autoBackups <= target && (
          <span className={common.quiet}>Available above {target} automatic backups.</span>
        )}
      </Group>
      {isConfirming && (
        <ConfirmDialog
          title="Clean up backups"
          action="Clean up"
          isPending={cleanup.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          {outdated === 1
            ? '1 automatic backup exceeds the limit for its type'
            : `${formatCount(outdated)} automatic backups exceed the limits for their types`}{' '}
          and will be deleted. This cannot be undone. Named versions are never deleted by a cleanup.
        </ConfirmDialog>
      )}
    </div>
  );
}
