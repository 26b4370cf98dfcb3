import type { ClientRecord } from '@landline/api/clients/clients/contract';
import { Anchor, Flex, NativeSelect } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useClients } from '../../../clients/clients/api/clients.ts';
import { Console } from '../components/console.tsx';

/** /ai/chat (spec 002 §2) */
export function Component() {
  return (
    <Page title="Chatbot Console" subtitle="Ask a client's assistant questions and check its sources.">
      <QueryBody query={useClients()} errorTitle="Error Loading Clients" skeleton={420}>
        {(clients) => <ClientConsole clients={clients.filter(({ has_ai_assistant }) => has_ai_assistant)} />}
      </QueryBody>
    </Page>
  );
}

/** The console of the chosen client; by default, of the client that was listed first when the page opened. */
function ClientConsole({ clients }: { clients: readonly ClientRecord[] }) {
  const [chosenId, setChosenId] = useQueryState('clientId', parseAsString);
  // Another client may become the first while a conversation is open.
  const [initialId] = useState(clients[0]?.id);
  const client =
    clients.find(({ id }) => id === (chosenId ?? initialId)) ?? (chosenId === null ? clients[0] : undefined);
  if (!client)
    return (
      <EmptyState
        title={clients.length === 0 ? 'No clients available' : 'Client information not found'}
        icon={IconBuildingStore}
        action={
          <Anchor component={Link} to={clients.length === 0 ? '/ai/add-client' : '/ai/clients'} size="sm">
            {clients.length === 0 ? 'Add Client' : 'Back to Client List'}
          </Anchor>
        }
      />
    );
  return (
    <>
      <Flex gap={12} wrap="wrap" align="end" justify="space-between" mb={16}>
        <NativeSelect
          label="Client"
          data={clients.map(({ id, name }) => ({ value: id, label: name }))}
          value={client.id}
          onChange={({ currentTarget }) => void setChosenId(currentTarget.value)}
        />
      </Flex>
      <Console key={client.id} clientId={client.id} clientName={client.name} />
    </>
  );
}
