import { RETENTION } from '@landline/api/system-versions/contract';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../shared/messages.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useCleanup } from '../api/commands.ts';
import { useBackupStatistics } from '../api/versions.ts';
import type { Say } from './system-versioning.tsx';
import classes from './system-versions.module.css';

/** Backups by kind, and their cleanup (spec 002 §2). */
export function SystemManagement({ say }: { say: Say }) {
  return (
    <Card title="System Management">
      <Cleanup say={say} />
    </Card>
  );
}

function Cleanup({ say }: { say: Say }) {
  const { data, error, refetch } = useBackupStatistics();
  const [asking, setAsking] = useState(false);
  if (!data) {
    return error ? (
      <ErrorState title="The backups could not be counted" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={180} role="status" aria-label="Counting the backups" />
    );
  }
  const { autoBackups, target, outdated } = data;
  const kinds = [
    ['Deploys', data.gitDeployBackups, RETENTION['git-deploy']],
    ['Snapshots', data.manualSnapshots, RETENTION['auto-snapshot']],
    ['Emergency', data.emergencyBackups, RETENTION.emergency],
    ['Daily', data.dailyBackups, RETENTION['daily-auto']],
    ['Weekly', data.weeklyBackups, RETENTION['weekly-auto']],
  ] as const;
  return (
    <div>
      <h3 className={classes.subheading}>Backup Cleanup</h3>
      <FactsList
        facts={[
          ['All versions', formatCount(data.totalBackups)],
          ['Automatic backups', `${formatCount(autoBackups)}, target ${target}`],
          ...kinds.map(
            ([name, count, kept]) => [name, `${formatCount(count)}, cleanup keeps ${kept}`] as const,
          ),
        ]}
      />
      <Group mt="md" gap="sm">
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          disabled={autoBackups <= target}
          onClick={() => setAsking(true)}
        >
          Backup Cleanup
        </Button>
        {autoBackups <= target && (
          <span className={classes.quiet}>Offered above {target} automatic backups.</span>
        )}
      </Group>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Clean up backups">
        <ConfirmCleanup outdated={outdated} onDone={() => setAsking(false)} say={say} />
      </Modal>
    </div>
  );
}

function ConfirmCleanup({ outdated, onDone, say }: { outdated: number; onDone: () => void; say: Say }) {
  const cleanup = useCleanup();
  const run = () =>
    cleanup.mutate(undefined, {
      onSuccess: () => {
        say('success', SYSTEM_VERSIONS.cleanedUp);
        onDone();
      },
      onError: (error) => {
        say('error', messageOr(error, SYSTEM_VERSIONS.cleanupFailed));
        onDone();
      },
    });
  return (
    <>
      <p className={classes.note}>
        {outdated === 1 ? '1 automatic backup is' : `${formatCount(outdated)} automatic backups are`} older
        than what is kept of its kind, and will be deleted. This cannot be undone. Named versions are never
        cleaned up.
      </p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={run} loading={cleanup.isPending}>
          Clean up
        </Button>
      </Group>
    </>
  );
}
