import type { ClientRecord } from '@landline/api/clients/contract';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { useCloseClient } from '../api/close-client.ts';
import { useExportClient } from '../api/export-client.ts';

/** Takes a client's data along, and closes it for good. */
export function CloseClient({ client }: { client: ClientRecord }) {
  const [asking, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState('');
  const closing = useCloseClient(client.id);
  const exporting = useExportClient(client);
  const stop = () => {
    close();
    setTyped('');
    closing.reset();
  };
  return (
    <Card title="Data and closing">
      <Text c="dimmed" mb="md">
        {client.closed_at
          ? 'This client is closed. Its data can still be taken along.'
          : 'Export everything that is known of this client, or close it: its users can no longer sign in, and it cannot be opened again.'}
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
      {exporting.error && (
        <Alert color="red" mt="sm" role="alert">
          {messageOr(exporting.error, 'The export failed. Nothing was changed.')}
        </Alert>
      )}
      <Modal opened={asking} onClose={stop} title={`Close ${client.name}`}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            closing.mutate(typed, { onSuccess: stop });
          }}
        >
          <Stack gap="md">
            <Text>This cannot be undone. Export the data first if you need it.</Text>
            <TextInput
              label={`Type ${client.name} to confirm`}
              value={typed}
              autoComplete="off"
              data-autofocus
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {closing.error && (
              <Alert color="red" role="alert">
                {messageOr(closing.error, 'The client could not be closed. Nothing was changed.')}
              </Alert>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={stop}>
                Cancel
              </Button>
              <Button type="submit" color="red" disabled={typed !== client.name} loading={closing.isPending}>
                Close client
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </Card>
  );
}
