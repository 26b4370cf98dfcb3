import { Anchor, NativeSelect, Skeleton } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { parseAsString, useQueryState } from 'nuqs';
import { Link } from 'react-router-dom';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { useClients } from '../../clients/api/list-clients.ts';
import classes from '../components/console.module.css';
import { Console } from '../components/console.tsx';

/** /ai/chat: a client's assistant, asked by staff (spec 002 §2). */
export function Component() {
  const [clientId, setClientId] = useQueryState('clientId', parseAsString);
  const { data, error, refetch } = useClients();
  const clients = data?.filter(({ has_ai_assistant }) => has_ai_assistant);
  const client = clientId === null ? clients?.[0] : clients?.find(({ id }) => id === clientId);
  return (
    <Page title="Chatbot Console" subtitle="What a client's assistant answers, and what its answers rest on.">
      {!clients ? (
        error ? (
          <ErrorState title="Error Loading Clients" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={420} role="status" aria-label="Loading the clients" />
        )
      ) : clients.length === 0 || !client ? (
        <EmptyState
          title={clients.length === 0 ? 'No clients available' : 'Client information not found'}
          icon={<IconBuildingStore size={24} stroke={1.5} />}
          action={
            <Anchor component={Link} to={clients.length === 0 ? '/ai/add-client' : '/ai/clients'} size="sm">
              {clients.length === 0 ? 'Add Client' : 'Back to Client List'}
            </Anchor>
          }
        />
      ) : (
        <>
          <div className={classes.bar}>
            <NativeSelect
              label="Client"
              data={clients.map(({ id, name }) => ({ value: id, label: name }))}
              value={client.id}
              onChange={({ currentTarget }) => void setClientId(currentTarget.value)}
            />
          </div>
          <Console clientId={client.id} clientName={client.name} />
        </>
      )}
    </Page>
  );
}
