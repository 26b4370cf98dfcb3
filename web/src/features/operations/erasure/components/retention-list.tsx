import type { Retentions } from '@landline/api/operations/erasure/contract';
import { Button, NativeSelect } from '@mantine/core';
import { IconClockX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { setRetention, useErasureCommand, useRetentions } from '../api/erasures.ts';

const optionOf = (days: number) => ({ value: String(days), label: `${days} days` });
const OPTIONS = [
  { value: '', label: 'Until the client is closed' },
  ...[30, 90, 180, 365, 730].map(optionOf),
];

/** Retention period of each client's conversations. */
export function RetentionList() {
  const save = useErasureCommand(setRetention);
  const columns: readonly Column<Retentions[number]>[] = [
    { header: 'Client', cell: ({ clientName }) => clientName },
    {
      header: 'Retention',
      cell: ({ clientId, clientName, days: savedDays }) => {
        const isSaving = save.isPending && save.variables.clientId === clientId;
        const days = isSaving ? save.variables.days : savedDays;
        return (
          <NativeSelect
            aria-label={`Retention period for ${clientName}`}
            size="xs"
            // One change at a time: the notice above shows the outcome of the last one.
            disabled={save.isPending}
            data={
              days === null || OPTIONS.some(({ value }) => value === String(days))
                ? OPTIONS
                : [...OPTIONS, optionOf(days)]
            }
            value={days === null ? '' : String(days)}
            onChange={({ currentTarget: { value } }) =>
              save.mutate({ clientId, days: value === '' ? null : Number(value) })
            }
          />
        );
      },
    },
    {
      header: 'Actions',
      isHeaderHidden: true,
      cell: ({ clientId, clientName }) => (
        <Button
          variant="subtle"
          size="xs"
          component={Link}
          to={`/SuperAdminPortal/audit?stream=outdatedConversations-${clientId}`}
          aria-label={`Audit of erased conversations of ${clientName}`}
        >
          Audit
        </Button>
      ),
    },
  ];
  return (
    <Card title="Conversations">
      <p className={common.note}>
        Every night, conversations and left messages older than their retention period are erased.
      </p>
      <ErrorNotice
        error={save.error}
        failed="The retention period could not be saved. The previous one still applies. Try again."
      />
      <QueryBody
        query={useRetentions()}
        errorTitle="The retention periods could not be loaded"
        skeleton={160}
      >
        {(retentions) =>
          retentions.length === 0 ? (
            <EmptyState title="No clients" icon={IconClockX}>
              Conversations belong to clients. Add a client first.
            </EmptyState>
          ) : (
            <DataTable
              label="Retention"
              columns={columns}
              rows={retentions}
              keyOf="clientId"
              scrolls
              stacks
            />
          )
        }
      </QueryBody>
    </Card>
  );
}
