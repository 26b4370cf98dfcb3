import { ERASE, type ErasureRecord } from '@landline/api/erasure/contract';
import { Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { approveErasure, declineErasure, useErasureCommand, useErasures } from '../api/erasures.ts';
import { kindName, STATUSES } from '../wording.ts';
import classes from './erasure.module.css';

/** Who asked to be forgotten, and what became of it. */
export function ErasureList() {
  const { data, error, refetch } = useErasures();
  const [approving, setApproving] = useState<ErasureRecord | null>(null);
  const decline = useErasureCommand(declineErasure);
  return (
    <Card title="Requests">
      {decline.error && (
        <NoticeAlert
          notice={{ kind: 'error', text: messageOr(decline.error, 'The request could not be declined.') }}
        />
      )}
      {error && !data ? (
        <ErrorState title="The requests could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} role="status" aria-label="Loading the requests" />
      ) : data.length === 0 ? (
        <EmptyState title="No requests" icon={<IconUserX size={24} stroke={1.5} />}>
          Find a person by their email address or their property, and request that they are erased.
        </EmptyState>
      ) : (
        <ScrollFrame label="Erasure requests">
          <table className={`${table.table} ${table.stacked}`} aria-label="Requests">
            <thead>
              <tr>
                <th>Whose</th>
                <th>Status</th>
                <th>Requested</th>
                <th>Decided</th>
                <th>
                  <span className={table.hidden}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((erasure) => (
                <Row
                  key={erasure.id}
                  erasure={erasure}
                  onApprove={() => setApproving(erasure)}
                  onDecline={() => decline.mutate(erasure.id)}
                />
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
      <Modal opened={approving !== null} onClose={() => setApproving(null)} title="Erase this person">
        {approving && <Approval erasure={approving} onDone={() => setApproving(null)} />}
      </Modal>
    </Card>
  );
}

interface RowProps {
  erasure: ErasureRecord;
  onApprove: () => void;
  onDecline: () => void;
}

function Row({ erasure, onApprove, onDecline }: RowProps) {
  const { id, kind, personId, reference, status, requestedAt, requestedBy, decidedAt, decidedBy } = erasure;
  return (
    <tr>
      <td>
        {kindName(kind)}
        {reference && `, ${reference}`}
        <span className={classes.id}>{personId}</span>
      </td>
      <td>
        <Tag tone={STATUSES[status].tone}>{STATUSES[status].label}</Tag>
      </td>
      <td data-label="Requested">
        {formatDate(requestedAt)}
        <span className={classes.id}>{requestedBy.name ?? requestedBy.id}</span>
      </td>
      <td data-label="Decided">
        {decidedAt === null ? '–' : formatDate(decidedAt)}
        {decidedBy && <span className={classes.id}>{decidedBy.name ?? decidedBy.id}</span>}
      </td>
      <td>
        <div className={classes.actions}>
          {status === 'requested' && (
            <>
              <Button size="xs" onClick={onApprove}>
                Erase
              </Button>
              <Button variant="default" size="xs" onClick={onDecline}>
                Decline
              </Button>
            </>
          )}
          <Button
            variant="subtle"
            size="xs"
            component={Link}
            to={`/SuperAdminPortal/audit?stream=erasure-${id}`}
          >
            Audit
          </Button>
        </div>
      </td>
    </tr>
  );
}

function Approval({ erasure, onDone }: { erasure: ErasureRecord; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const approve = useErasureCommand(approveErasure, onDone);
  return (
    <>
      <p className={classes.note}>
        The key under which the personal data of this {kindName(erasure.kind).toLowerCase()} is kept is
        destroyed. Nobody can bring it back, from a backup neither; what happened stays in the log without it.
      </p>
      {approve.error && (
        <NoticeAlert
          notice={{ kind: 'error', text: messageOr(approve.error, 'The person could not be erased.') }}
        />
      )}
      <TextInput
        label={`Type ${ERASE} to confirm`}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        mb="md"
        data-autofocus
      />
      <Button
        disabled={typed !== ERASE}
        loading={approve.isPending}
        onClick={() => approve.mutate({ id: erasure.id, confirmation: typed })}
      >
        Erase for good
      </Button>
    </>
  );
}
