import type { AccessRecord } from '@landline/api/grants/contract';
import { Button, Skeleton } from '@mantine/core';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useClientAccess } from '../api/list-client-access.ts';
import { useRevoke } from '../api/revoke-access.ts';
import { GRANTS, SHOWN_MS } from '../texts.ts';
import classes from './access-list.module.css';

/** What a client was granted, each record to be revoked by itself. */
export function AccessList({ clientId }: { clientId: string }) {
  const { data: records, error, refetch } = useClientAccess(clientId);
  const revoke = useRevoke();
  const { notice, show } = useNotice();
  const take = (id: string) =>
    revoke.mutate(id, {
      onSuccess: ({ message }) => show({ kind: 'success', text: message, forMs: SHOWN_MS }),
      onError: (problem) =>
        show({ kind: 'error', text: messageOr(problem, GRANTS.revokeFailed), forMs: SHOWN_MS }),
    });
  return (
    <div className={classes.list}>
      {error && !records ? (
        <ErrorState
          title="The access list could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !records ? (
        <Skeleton height={120} role="status" aria-label="Loading the access list" />
      ) : records.length === 0 ? (
        <EmptyState title="No datasets granted yet">Choose a city above and grant it.</EmptyState>
      ) : (
        <div className={table.frame}>
          <table className={`${table.table} ${table.stacked}`} aria-label="Dataset access">
            <thead>
              <tr>
                <th>Dataset</th>
                <th className={classes.type}>Type</th>
                <th>Access</th>
                <th>
                  <span className={table.hidden}>Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <Row
                  key={record.id}
                  record={record}
                  busy={revoke.isPending && revoke.variables === record.id}
                  onRevoke={() => take(record.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NoticeAlert notice={notice} />
    </div>
  );
}

interface RowProps {
  record: AccessRecord;
  busy: boolean;
  onRevoke: () => void;
}

function Row({ record, busy, onRevoke }: RowProps) {
  const { dataset_name, dataset_type, city_name, enabled, granted_at } = record;
  return (
    <tr>
      <td>
        <div className={classes.name}>{dataset_name}</div>
        <div className={classes.since}>
          {city_name && <>{city_name} · </>}
          {formatDate(granted_at)}
        </div>
      </td>
      <td className={classes.type}>{dataset_type}</td>
      <td>
        <Tag tone={enabled ? 'good' : 'quiet'}>{enabled ? 'Enabled' : 'Disabled'}</Tag>
      </td>
      <td className={classes.action}>
        <Button
          variant="default"
          size="xs"
          loading={busy}
          aria-label={`Revoke ${dataset_name}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </td>
    </tr>
  );
}
