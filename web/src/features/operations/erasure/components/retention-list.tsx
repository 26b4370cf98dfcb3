import type { Retentions } from '@landline/api/operations/erasure/contract';
import { Button, NativeSelect } from '@mantine/core';
import { IconClockX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOr } from '../../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { setRetention, useErasureCommand, useRetentions } from '../api/erasures.ts';

const optionOf = (days: number) => ({ value: String(days), label: `${days} days` });
const OPTIONS = [{ value: '', label: 'No limit' }, ...[30, 90, 180, 365, 730].map(optionOf)];
const FAILED = 'The retention period could not be saved. The previous one still applies. Try again.';

type Client = Retentions[number];
/** A requested shorter retention period that awaits confirmation. */
type Shortening = Client & { days: number };

/** Retention period of each client's conversations. */
export function RetentionList() {
  const save = useErasureCommand(setRetention);
  const [shortening, setShortening] = useState<Shortening | null>(null);
  const { notice, show } = useNotice();
  const saved = ({ clientName }: Client) => {
    setShortening(null);
    show({
      kind: 'success',
      text: `The retention period for ${clientName} was saved.`,
      forMs: NOTICE_MS,
    });
  };
  const change = (client: Client, days: number | null) => {
    if (days !== null && (client.days === null || days < client.days)) {
      save.reset();
      setShortening({ ...client, days });
      return;
    }
    save.mutate(
      { clientId: client.clientId, days },
      {
        onSuccess: () => saved(client),
        onError: (error) => show({ kind: 'error', text: messageOr(error, FAILED) }),
      },
    );
  };
  const columns: readonly Column<Client>[] = [
    { header: 'Client', cell: ({ clientName }) => clientName },
    {
      header: 'Retention',
      cell: (client) => {
        const { clientId, clientName, days: savedDays } = client;
        const isSaving = save.isPending && save.variables.clientId === clientId;
        const days = isSaving ? save.variables.days : savedDays;
        return (
          <NativeSelect
            aria-label={`Retention period for ${clientName}`}
            size="xs"
            // One client at a time. The changed select stays enabled, which keeps the focus; its last change applies.
            disabled={save.isPending && !isSaving}
            data={
              days === null || OPTIONS.some(({ value }) => value === String(days))
                ? OPTIONS
                : [...OPTIONS, optionOf(days)]
            }
            value={days === null ? '' : String(days)}
            onChange={({ currentTarget: { value } }) => change(client, value === '' ? null : Number(value))}
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
          aria-label={`Audit log of erased conversations for ${clientName}`}
        >
          Audit
        </Button>
      ),
    },
  ];
  return (
    <Card title="Conversations">
      <p className={common.note}>
        Every night, Landline erases conversations and visitor messages that are older than the client's
        retention period.
      </p>
      <NoticeAlert notice={notice} />
      <QueryBody
        query={useRetentions()}
        errorTitle="The retention periods could not be loaded"
        skeleton={160}
      >
        {(retentions) =>
          retentions.length === 0 ? (
            <EmptyState title="No clients" icon={IconClockX}>
              Each client has its own retention period. Add a client first.
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
      {shortening && (
        <ConfirmDialog
          title="Shorten retention period"
          action="Shorten"
          isPending={save.isPending}
          error={save.error ? messageOr(save.error, FAILED) : undefined}
          onConfirm={() =>
            save.mutate(
              { clientId: shortening.clientId, days: shortening.days },
              { onSuccess: () => saved(shortening) },
            )
          }
          onClose={() => setShortening(null)}
        >
          Keep the conversations of {shortening.clientName} for {shortening.days} days? The next nightly run
          permanently erases older conversations and visitor messages.
        </ConfirmDialog>
      )}
    </Card>
  );
}
