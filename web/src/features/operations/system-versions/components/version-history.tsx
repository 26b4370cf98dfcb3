import type { SystemVersion } from '@landline/api/operations/system-versions/contract';
import { systemVersionStatusAfter } from '@landline/event-schemas/lifecycles/system-version';
import { Box, Button, Group } from '@mantine/core';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { parseAsPage } from '../../../../shared/page-parameter.ts';
import common from '../../../../shared/ui/common.module.css';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { KINDS } from '../labels.ts';
import type { ShowNotice } from '../show-notice.ts';
import { RollbackDialog } from './rollback-dialog.tsx';
import { Resume, RollbackState } from './rollback-state.tsx';
import classes from './system-versions.module.css';
import { AbandonDialog, DeleteDialog } from './version-dialogs.tsx';

const PER_PAGE = 20;
const DIALOGS = { rollback: RollbackDialog, abandon: AbandonDialog, delete: DeleteDialog };
type OpenedDialog = { kind: keyof typeof DIALOGS; version: SystemVersion } | null;

/** All versions, newest first, with their actions. */
export function VersionHistory({
  versions,
  showNotice,
}: {
  versions: readonly SystemVersion[];
  showNotice: ShowNotice;
}) {
  const [requestedPage, setPage] = useQueryState('page', parseAsPage);
  const [open, setOpen] = useState<OpenedDialog>(null);
  const OpenDialog = open && DIALOGS[open.kind];
  const totalPages = Math.ceil(versions.length / PER_PAGE);
  const page = Math.min(requestedPage, totalPages);
  const isBusy = versions.some(({ rollback }) => rollback?.failure === null);
  const close = () => setOpen(null);
  return (
    <>
      <ul className={`${common.list} ${classes.versions}`} aria-label="Versions" tabIndex={-1}>
        {versions.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((version) => (
          <Row key={version.id} version={version} isBusy={isBusy} onOpen={setOpen} showNotice={showNotice} />
        ))}
      </ul>
      <Pager page={page} totalPages={totalPages} onPage={(next) => void setPage(next)} />
      {OpenDialog && <OpenDialog version={open.version} onDone={close} showNotice={showNotice} />}
    </>
  );
}

interface RowProps {
  version: SystemVersion;
  /** True while a rollback is running; no other rollback can start then. */
  isBusy: boolean;
  onOpen: (dialog: OpenedDialog) => void;
  showNotice: ShowNotice;
}

function statusOf({ rollback, is_active }: SystemVersion) {
  if (rollback) return rollback.failure === null ? 'rolling_back' : 'rollback_failed';
  return is_active ? 'active' : 'kept';
}

function Row({ version, isBusy, onOpen, showNotice }: RowProps) {
  const { version_name, description, kind, is_active, created_at, created_by_email, rollback } = version;
  const status = statusOf(version);
  return (
    <li className={classes.version}>
      <div>
        <Group gap={6} className={common.wrap ?? ''}>
          <strong>{version_name}</strong>
          {is_active && <Tag tone="accent">Active</Tag>}
          <Tag outline>{KINDS[kind]}</Tag>
        </Group>
        <Box component="span" display="block" c="dimmed" fz="sm" className={common.wrap ?? ''}>
          {description}
        </Box>
        {rollback && <RollbackState version={version} rollback={rollback} />}
      </div>
      <Box miw={0}>
        {formatDate(created_at)}
        <Box component="span" display="block" c="dimmed" fz="sm" className={common.wrap ?? ''}>
          {created_by_email ?? 'Landline'}
        </Box>
      </Box>
      <div className={`${classes.count} num`}>
        {version.file_count === 1 ? '1 document' : `${formatCount(version.file_count)} documents`}
      </div>
      <div className={classes.actions}>
        {systemVersionStatusAfter(status, 'ROLL_BACK') && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            aria-label={`Rollback to ${version_name}`}
            onClick={() => onOpen({ kind: 'rollback', version })}
          >
            Rollback
          </Button>
        )}
        {systemVersionStatusAfter(status, 'RESUME') && (
          <Resume version={version} isBusy={isBusy} showNotice={showNotice} />
        )}
        {systemVersionStatusAfter(status, 'ABANDON') && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={`Abandon the rollback to ${version_name}`}
            onClick={() => onOpen({ kind: 'abandon', version })}
          >
            Abandon
          </Button>
        )}
        {systemVersionStatusAfter(status, 'DELETE') && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            disabled={isBusy}
            aria-label={`Delete ${version_name}`}
            onClick={() => onOpen({ kind: 'delete', version })}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}
