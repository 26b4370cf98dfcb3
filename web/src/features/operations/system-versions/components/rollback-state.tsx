import type { SystemVersion } from '@landline/api/operations/system-versions/contract';
import { Box, Button, Progress, Stack } from '@mantine/core';
import { formatCount } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../../shared/messages.ts';
import common from '../../../../shared/ui/common.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useRollbackStep } from '../api/commands.ts';
import type { ShowNotice } from '../show-notice.ts';

interface RollbackStateProps {
  version: SystemVersion;
  rollback: NonNullable<SystemVersion['rollback']>;
}

/** Progress of a rollback, or why it failed. */
export function RollbackState({ version, rollback: { total, remaining, failure } }: RollbackStateProps) {
  const restored = `${formatCount(total - remaining)} of ${formatCount(total)} documents restored`;
  if (failure !== null)
    return (
      <Stack role="status" gap={4} align="start" mt={6}>
        <Tag tone="bad">Rollback failed</Tag>
        <Box component="span" display="block" c="dimmed" fz="sm" className={common.wrap ?? ''}>
          {failure}
        </Box>
        <Box component="span" display="block" c="dimmed" fz="sm" className={common.wrap ?? ''}>
          {restored}. Restored documents stay restored.
        </Box>
      </Stack>
    );
  return (
    <div role="status">
      <Progress
        value={total === 0 ? 100 : 100 * (1 - remaining / total)}
        size="sm"
        mt={6}
        aria-label={`Rollback to ${version.version_name}: percent restored`}
      />
      <Box component="span" display="block" c="dimmed" fz="sm" className={common.wrap ?? ''}>
        Rolling back: {restored}
      </Box>
    </div>
  );
}

interface ResumeProps {
  version: SystemVersion;
  isBusy: boolean;
  showNotice: ShowNotice;
}

/** Resumes a failed rollback. */
export function Resume({ version: { id, version_name }, isBusy, showNotice }: ResumeProps) {
  const resume = useRollbackStep(id, 'resume');
  const run = () =>
    resume.mutate(undefined, {
      onError: (error) => showNotice('error', messageOr(error, SYSTEM_VERSIONS.rollbackFailed)),
    });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isBusy}
      loading={resume.isPending}
      aria-label={`Resume the rollback to ${version_name}`}
      onClick={run}
    >
      Resume
    </Button>
  );
}
