import { Stack } from '@mantine/core';
import { Card } from '../../../../shared/ui/card.tsx';
import { AccessList } from './access-list.tsx';
import { GrantForm } from './grant-form.tsx';

/** Dataset access of one client, on the client's page. */
export function ClientDatasetAccess({ clientId }: { clientId: string }) {
  return (
    <Card title="Dataset Access">
      <Stack gap={20}>
        <GrantForm clientId={clientId} />
        <AccessList clientId={clientId} />
      </Stack>
    </Card>
  );
}
