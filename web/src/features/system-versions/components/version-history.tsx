import type { SystemVersion } from '@landline/api/system-versions/contract';
import { systemVersionStatusAfter } from '@landline/event-schemas/lifecycles/system-version';
import { Button, Modal } from '@mantine/core';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { KINDS } from '../wording.ts';
import { ConfirmAbandon } from './confirm-abandon.tsx';
import { ConfirmDelete } from './confirm-delete.tsx';
import { ConfirmRollback } from './confirm-rollback.tsx';
import { Resume, RollbackState } from './rollback-state.tsx';
import type { Say } from './system-versioning.tsx';
import classes from './system-versions.module.css';

const PER_PAGE = 20;
type Asking = { what: 'rollback' | 'abandon' | 'delete'; version: SystemVersion } | null;

/** Every version, newest first, with what can be done with it. */
export function VersionHistory({ versions, say }: { versions: readonly SystemVersion[]; say: Say }) {
  const [wanted, setPage] = useQueryState('page', parseAsInteger.withDefault(1));
  const [asking, setAsking] = useState<Asking>(null);
  const totalPages = Math.ceil(versions.length / PER_PAGE);
  const page = Math.min(Math.max(1, wanted), totalPages);
  const busy = versions.some(({ rollback }) => rollback?.failure === null);
  const close = () => setAsking(null);
  return (
    <>
      <ul className={classes.versions} aria-label="Versions">
        {versions.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((version) => (
          <Row key={version.id} version={version} busy={busy} onAsk={setAsking} say={say} />
        ))}
      </ul>
      <Pager page={page} totalPages={totalPages} onPage={(next) => void setPage(next)} />
      <Modal
        opened={asking?.what === 'rollback'}
        onClose={close}
        title={`Roll back to ${asking?.version.version_name}`}
        size="xl"
      >
        {asking && <ConfirmRollback version={asking.version} onDone={close} say={say} />}
      </Modal>
      <Modal opened={asking?.what === 'abandon'} onClose={close} title="Abandon the rollback">
        {asking && <ConfirmAbandon version={asking.version} onDone={close} say={say} />}
      </Modal>
      <Modal opened={asking?.what === 'delete'} onClose={close} title="Delete version">
        {asking && <ConfirmDelete version={asking.version} onDone={close} say={say} />}
      </Modal>
    </>
  );
}

interface RowProps {
  version: SystemVersion;
  /** A rollback is running: no other is begun. */
  busy: boolean;
  onAsk: (asking: Asking) => void;
  say: Say;
}

function statusOf({ rollback, is_active }: SystemVersion) {
  if (rollback) return rollback.failure === null ? 'rolling_back' : 'rollback_failed';
  return is_active ? 'active' : 'kept';
}

function Row({ version, busy, onAsk, say }: RowProps) {
  const { version_name, description, kind, is_active, created_at, created_by_email, rollback } = version;
  const status = statusOf(version);
  return (
    <li className={classes.version}>
      <div>
        <div className={classes.name}>
          <strong>{version_name}</strong>
          {is_active && <Tag tone="accent">Active</Tag>}
          <Tag outline>{KINDS[kind]}</Tag>
        </div>
        <span className={classes.detail}>{description}</span>
        {rollback && <RollbackState version={version} rollback={rollback} />}
      </div>
      <div className={classes.when}>
        {formatDate(created_at)}
        <span className={classes.detail}>{created_by_email ?? 'Landline'}</span>
      </div>
      <div className={`${classes.count} num`}>
        {version.file_count === 1 ? '1 document' : `${formatCount(version.file_count)} documents`}
      </div>
      <div className={classes.actions}>
        {systemVersionStatusAfter(status, 'ROLL_BACK') && (
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            aria-label={`Rollback to ${version_name}`}
            onClick={() => onAsk({ what: 'rollback', version })}
          >
            Rollback
          </Button>
        )}
        {systemVersionStatusAfter(status, 'RESUME') && <Resume version={version} busy={busy} say={say} />}
        {systemVersionStatusAfter(status, 'ABANDON') && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={`Abandon the rollback to ${version_name}`}
            onClick={() => onAsk({ what: 'abandon', version })}
          >
            Abandon
          </Button>
        )}
        {systemVersionStatusAfter(status, 'DELETE') && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            disabled={busy}
            aria-label={`Delete ${version_name}`}
            onClick={() => onAsk({ what: 'delete', version })}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}
