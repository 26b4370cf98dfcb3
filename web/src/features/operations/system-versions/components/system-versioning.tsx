import type { SystemVersion } from '@landline/api/operations/system-versions/contract';
import { Box, Group, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../shared/http/errors.ts';
import { EMPTY, SYSTEM_VERSIONS } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useSystemVersions } from '../api/versions.ts';
import type { ShowNotice } from '../show-notice.ts';
import { ProtectedComponents } from './protected-components.tsx';
import { QuickActions } from './quick-actions.tsx';
import { SystemManagement } from './system-management.tsx';
import classes from './system-versions.module.css';
import { VersionHistory } from './version-history.tsx';

/** System versioning screen (spec 002 §2). */
export function SystemVersioning() {
  const { data, error, refetch } = useSystemVersions();
  const { notice, show } = useNotice();
  const showNotice: ShowNotice = (kind, text) => show({ kind, text, forMs: NOTICE_MS });
  useOnRollbackEnd(data, ({ version_name, rollback }) =>
    rollback?.failure
      ? showNotice('error', `${SYSTEM_VERSIONS.rollbackFailed}: ${version_name}`)
      : showNotice('success', SYSTEM_VERSIONS.rolledBack(version_name)),
  );
  return (
    <section className={common.stack} aria-labelledby="system-versioning">
      <div>
        <Box component="h2" id="system-versioning" m={0} fz="1.125rem" fw={600}>
          System Versioning
        </Box>
        <p className={common.quiet}>Save the entire configuration and restore it later.</p>
      </div>
      <NoticeAlert notice={notice} />
      {error && (
        <Group gap={12} p="12px 16px" bd="1px solid var(--line)" bdrs={8} role="alert">
          <IconAlertTriangle size={18} stroke={1.7} />
          <span>{messageOf(error)}</span>
          <Button variant="default" onClick={() => void refetch()}>
            <IconRefresh size={16} /> Retry
          </Button>
        </Group>
      )}
      <div className={classes.columns}>
        <div className={common.stack}>
          <QuickActions showNotice={showNotice} />
          <ProtectedComponents />
        </div>
        <SystemManagement showNotice={showNotice} />
      </div>
      <Card title={data ? `Version History (${data.length})` : 'Version History'}>
        {data && data.length > 0 ? (
          <VersionHistory versions={data} showNotice={showNotice} />
        ) : data ? (
          <EmptyState title={EMPTY.systemVersions} icon={IconHistory} />
        ) : error ? (
          <p className={common.quiet}>The versions could not be loaded.</p>
        ) : (
          <Skeleton height={240} role="status" aria-label="Loading the versions" />
        )}
      </Card>
    </section>
  );
}

/**
 * Calls `onEnded` with a version that was restored, or whose rollback failed, since the last refetch. Compares two
 * results of the list, because a rollback can end before the list shows it as running.
 */
function useOnRollbackEnd(
  versions: readonly SystemVersion[] | undefined,
  onEnded: (version: SystemVersion) => void,
): void {
  const previous = useRef<readonly SystemVersion[]>(undefined);
  const [ended, setEnded] = useState<SystemVersion>();
  const latestOnEnded = useRef(onEnded);
  latestOnEnded.current = onEnded;
  useEffect(() => {
    if (versions === undefined) return;
    const before = new Map(previous.current?.map((version) => [version.id, version]));
    previous.current = versions;
    setEnded(versions.find((version) => hasEnded(before.get(version.id), version)));
  }, [versions]);
  useEffect(() => {
    if (ended) latestOnEnded.current(ended);
  }, [ended]);
}

function hasEnded(before: SystemVersion | undefined, now: SystemVersion): boolean {
  if (before === undefined) return false;
  const hasFailed = Boolean(now.rollback?.failure) && !before.rollback?.failure;
  return hasFailed || now.restored_at !== before.restored_at;
}
