import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconClockX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { setRetention, useErasureCommand, useRetentions } from '../api/erasures.ts';
import classes from './erasure.module.css';

const CHOICES = [
  { value: '', label: 'As long as the client' },
  ...[30, 90, 180, 365, 730].map((days) => ({ value: String(days), label: `${days} days` })),
];

/** For how long each client's conversations are kept. */
export function RetentionList() {
  const { data, error, refetch } = useRetentions();
  const save = useErasureCommand(setRetention);
  return (
    <Card title="Conversations">
      <p className={classes.note}>
        Every night conversations, and messages left in them, that are older than this are erased as people
        are.
      </p>
      {save.error && (
        <NoticeAlert
          notice={{ kind: 'error', text: messageOr(save.error, 'The retention could not be saved.') }}
        />
      )}
      {error && !data ? (
        <ErrorState title="The clients could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} role="status" aria-label="Loading the clients" />
      ) : data.length === 0 ? (
        <EmptyState title="No clients" icon={<IconClockX size={24} stroke={1.5} />}>
          Conversations belong to clients. Add one first.
        </EmptyState>
      ) : (
        <ScrollFrame label="Retention, scrolls sideways">
          <table className={`${table.table} ${table.stacked}`} aria-label="Retention">
            <thead>
              <tr>
                <th>Client</th>
                <th>Kept for</th>
                <th>
                  <span className={table.hidden}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ clientId, clientName, days }) => (
                <tr key={clientId}>
                  <td>{clientName}</td>
                  <td>
                    <NativeSelect
                      aria-label={`Conversations of ${clientName} are kept for`}
                      size="xs"
                      data={
                        days === null || CHOICES.some(({ value }) => value === String(days))
                          ? CHOICES
                          : [...CHOICES, { value: String(days), label: `${days} days` }]
                      }
                      value={days === null ? '' : String(days)}
                      onChange={({ currentTarget: { value } }) =>
                        save.mutate({ clientId, days: value === '' ? null : Number(value) })
                      }
                    />
                  </td>
                  <td>
                    <Button
                      variant="subtle"
                      size="xs"
                      component={Link}
                      to={`/SuperAdminPortal/audit?stream=outdatedConversations-${clientId}`}
                      aria-label={`Audit of what was erased of ${clientName}`}
                    >
                      Audit
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Card>
  );
}
