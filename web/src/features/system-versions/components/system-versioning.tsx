import type { SystemVersion } from '@landline/api/system-versions/contract';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/http/errors.ts';
import { EMPTY, SYSTEM_VERSIONS } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { type Notice, useNotice } from '../../../shared/notice/use-notice.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useSystemVersions } from '../api/versions.ts';
import { ProtectedComponents } from './protected-components.tsx';
import { QuickActions } from './quick-actions.tsx';
import { SystemManagement } from './system-management.tsx';
import classes from './system-versions.module.css';
import { VersionHistory } from './version-history.tsx';

const SHOWN_MS = 5_000;
export type Say = (kind: Notice['kind'], text: string) => void;

/** The system versioning screen (spec 002 §2): versions of the configuration, and going back to one. */
export function SystemVersioning() {
  const { data, error, refetch } = useSystemVersions();
  const { notice, show } = useNotice();
  const say: Say = (kind, text) => show({ kind, text, forMs: SHOWN_MS });
  useRollbacksEnded(data, ({ version_name, rollback }) =>
    rollback?.failure
      ? say('error', `${SYSTEM_VERSIONS.rollbackFailed}: ${version_name}`)
      : say('success', SYSTEM_VERSIONS.rolledBack(version_name)),
  );
  return (
    <section className={classes.screen} aria-labelledby="system-versioning">
      <div>
        <h2 id="system-versioning" className={classes.heading}>
          System Versioning
        </h2>
        <p className={classes.quiet}>Keep the whole configuration as it is, and go back to it later.</p>
      </div>
      <NoticeAlert notice={notice} />
      {error && (
        <div className={classes.banner} role="alert">
          <IconAlertTriangle size={18} stroke={1.7} />
          <span>{messageOf(error)}</span>
          <Button variant="default" onClick={() => void refetch()}>
            <IconRefresh size={16} /> Retry
          </Button>
        </div>
      )}
      <div className={classes.columns}>
        <div className={classes.stack}>
          <QuickActions say={say} />
          <ProtectedComponents />
        </div>
        <SystemManagement say={say} />
      </div>
      <Card title={data ? `Version History (${data.length})` : 'Version History'}>
        {data && data.length > 0 ? (
          <VersionHistory versions={data} say={say} />
        ) : data ? (
          <EmptyState title={EMPTY.systemVersions} icon={<IconHistory size={24} stroke={1.5} />} />
        ) : error ? (
          <p className={classes.quiet}>The versions could not be loaded.</p>
        ) : (
          <Skeleton height={240} role="status" aria-label="Loading the versions" />
        )}
      </Card>
    </section>
  );
}

/**
 * Calls back with each version that was restored, or whose rollback failed, since the list was last read: a rollback may
 * well be over before anyone has seen it run.
 */
function useRollbacksEnded(
  versions: readonly SystemVersion[] | undefined,
  onEnded: (version: SystemVersion) => void,
): void {
  const last = useRef<readonly SystemVersion[]>(undefined);
  const [ended, setEnded] = useState<SystemVersion>();
  const said = useRef(onEnded);
  said.current = onEnded;
  useEffect(() => {
    if (versions === undefined) return;
    const before = new Map(last.current?.map((version) => [version.id, version]));
    last.current = versions;
    setEnded(versions.find((version) => hasEnded(before.get(version.id), version)));
  }, [versions]);
  useEffect(() => {
    if (ended) said.current(ended);
  }, [ended]);
}

function hasEnded(before: SystemVersion | undefined, now: SystemVersion): boolean {
  if (before === undefined) return false;
  const failed = Boolean(now.rollback?.failure) && !before.rollback?.failure;
  return failed || now.restored_at !== before.restored_at;
}
