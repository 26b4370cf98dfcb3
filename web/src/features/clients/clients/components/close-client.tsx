import type { ClientRecord } from '@landline/api/clients/clients/contract';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useCloseClient, useExportClient } from '../api/clients.ts';

const EXPORT_FAILED = 'The export failed. No data was changed. Try again.';
const CLOSE_FAILED = 'The client could not be closed. No data was changed. Try again.';

/** Card with buttons that export a client's data or close the client permanently. */
export function CloseClient({ client }: { client: ClientRecord }) {
  const [isConfirming, { open, close }] = useDisclosure();
  const closing = useCloseClient(client.id);
  const exporting = useExportClient(client);
  const closeDialog = () => {
    close();
    closing.reset();
  };
  return (
    <Card title="Export and close">
      <Text c="dimmed" mb="md">
        {client.closed_at
          ? 'This client is closed. You can still export its data.'
          : "Export this client's account, users and event history, or close the client permanently. Closing ends its users' access, takes its chat widget offline and deletes its website content and documents."}
      </Text>
      <Group gap="sm">
        <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
          Export data
        </Button>
        {!client.closed_at && (
          <Button variant="light" color="red" onClick={open}>
            Close client
          </Button>
        )}
      </Group>
      <ErrorNotice error={exporting.error} failed={EXPORT_FAILED} />
      {isConfirming && (
        <ConfirmDialog
          title={`Close ${client.name}`}
          action="Close client"
          confirmWord={client.name}
          isPending={closing.isPending}
          error={closing.error ? messageOr(closing.error, CLOSE_FAILED) : undefined}
          onConfirm={() => closing.mutate({ confirmation: client.name }, { onSuccess: closeDialog })}
          onClose={closeDialog}
        >
          This cannot be undone. The website content and documents are deleted. You can still export the
          account, users and event history.
        </ConfirmDialog>
      )}
    </Card>
  );
}
