import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../../shared/ui/card.tsx';
import { ErrorState } from '../../../../shared/ui/states.tsx';
import { useClients } from '../../../clients/clients/api/clients.ts';
import { AccessList } from './access-list.tsx';
import classes from './dataset-access.module.css';
import { GrantForm } from './grant-form.tsx';

/** Dataset access card of the SuperAdmin portal: the grant form, and the selected client's access (spec 001 §2). */
export function DatasetAccess() {
  const { data: clients, error, refetch } = useClients();
  const [clientId, setClientId] = useState('');
  if (error && !clients) {
    return <ErrorState title="Clients could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Card title="Dataset Access">
      <div className={classes.columns}>
        <GrantForm clientId={clientId} hasClientSelect>
          <NativeSelect
            label="Client"
            disabled={!clients}
            value={clientId}
            onChange={({ currentTarget }) => setClientId(currentTarget.value)}
            data={[
              { value: '', label: clients ? 'Select a client' : 'Loading...' },
              ...(clients ?? []).map(({ id, name, has_geo_leads }) => ({
                value: id,
                label: has_geo_leads ? name : `${name} (Property Finder disabled)`,
              })),
            ]}
          />
        </GrantForm>
        {clientId ? (
          <AccessList key={clientId} clientId={clientId} />
        ) : (
          <Text c="dimmed">Select a client to see its dataset access.</Text>
        )}
      </div>
    </Card>
  );
}
