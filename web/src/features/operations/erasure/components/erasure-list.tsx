import { ERASE, type ErasureRecord } from '@landline/api/operations/erasure/contract';
import { Button } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDate, MISSING } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { approveErasure, declineErasure, useErasureCommand, useErasures } from '../api/erasures.ts';
import { KIND_NAMES, STATUSES } from '../labels.ts';
import classes from './erasure.module.css';

/** Erasure requests with their decisions. */
export function ErasureList() {
  const [approving, setApproving] = useState<ErasureRecord | null>(null);
  const decline = useErasureCommand(declineErasure);
  const columns: readonly Column<ErasureRecord>[] = [
    {
      header: 'Personal data',
      cell: ({ kind, reference, personId }) => (
        <>
          {KIND_NAMES[kind]}
          {reference && `, ${reference}`}
          <span className={classes.id}>{personId}</span>
        </>
      ),
    },
    {
      header: 'Status',
      cell: ({ status }) => <Tag tone={STATUSES[status].tone}>{STATUSES[status].label}</Tag>,
    },
    {
      header: 'Requested',
      isLabeled: true,
      cell: ({ requestedAt, requestedBy }) => <Decision at={requestedAt} by={requestedBy} />,
    },
    {
      header: 'Decided',
      isLabeled: true,
      cell: ({ decidedAt, decidedBy, declineReason }) => (
        <Decision at={decidedAt} by={decidedBy} reason={declineReason} />
      ),
    },
    {
      header: 'Actions',
      isHeaderHidden: true,
      cell: (erasure) => (
        <div className={common.actions}>
          {erasure.status === 'requested' && (
            <>
              {erasure.mayApprove ? (
                <Button size="xs" onClick={() => setApproving(erasure)}>
                  Erase
                </Button>
              ) : (
                <span className={common.note}>Another SuperAdmin must approve</span>
              )}
              <Button
                variant="default"
                size="xs"
                loading={decline.isPending && decline.variables === erasure.id}
                disabled={decline.isPending}
                onClick={() => decline.mutate(erasure.id)}
              >
                Decline
              </Button>
            </>
          )}
          <Button
            variant="subtle"
            size="xs"
            component={Link}
            to={`/SuperAdminPortal/audit?stream=erasure-${erasure.id}`}
          >
            Audit
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Card title="Requests">
      <ErrorNotice error={decline.error} failed="The request could not be declined." />
      <QueryBody query={useErasures()} errorTitle="The requests could not be loaded" skeleton={160}>
        {(erasures) =>
          erasures.length === 0 ? (
            <EmptyState title="No requests" icon={IconUserX}>
              Find a person by email address or property, then request erasure of their data.
            </EmptyState>
          ) : (
            <DataTable label="Requests" columns={columns} rows={erasures} keyOf="id" scrolls stacks />
          )
        }
      </QueryBody>
      {approving && <ApprovalDialog erasure={approving} onClose={() => setApproving(null)} />}
    </Card>
  );
}

interface DecisionProps {
  at: string | null;
  by: { id: string; name: string | null } | null;
  reason?: string | null;
}

function Decision({ at, by, reason }: DecisionProps) {
  return (
    <>
      {at === null ? MISSING : formatDate(at)}
      {by && <span className={classes.id}>{by.name ?? by.id}</span>}
      {reason && <span className={classes.id}>{reason}</span>}
    </>
  );
}

function ApprovalDialog({ erasure, onClose }: { erasure: ErasureRecord; onClose: () => void }) {
  const approve = useErasureCommand(approveErasure, onClose);
  return (
    <ConfirmDialog
      title="Erase personal data"
      action="Erase permanently"
      confirmWord={ERASE}
      isPending={approve.isPending}
      error={approve.error ? messageOr(approve.error, 'The data could not be erased.') : undefined}
      onConfirm={() => approve.mutate({ id: erasure.id, confirmation: ERASE })}
      onClose={onClose}
    >
      This destroys the key that encrypts this personal data ({KIND_NAMES[erasure.kind].toLowerCase()}). The
      data cannot be recovered, except from a backup that was made before the erasure. The event log keeps the
      events without it.
    </ConfirmDialog>
  );
}
