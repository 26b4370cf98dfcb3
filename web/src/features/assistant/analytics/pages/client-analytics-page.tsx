import { NativeSelect } from '@mantine/core';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { Page } from '../../../../shared/ui/page.tsx';
import { ErrorState } from '../../../../shared/ui/states.tsx';
import { TabBar } from '../../../../shared/ui/tab-bar.tsx';
import { useClients } from '../../../clients/clients/api/clients.ts';
import { AnalyticsView, VIEW_KEYS, VIEWS } from '../components/analytics-view.tsx';
import { Toolbar } from '../components/toolbar.tsx';
import { pageParamsOf, useFilters } from '../filters.ts';

/** /ai/client-analytics (spec 002 §2): analytics for one client or for all clients. */
export function Component() {
  const [{ clientId, tab }, set] = useQueryStates({
    clientId: parseAsString,
    tab: parseAsStringLiteral(VIEW_KEYS).withDefault('usage'),
  });
  const { filters } = useFilters();
  const { data, error, refetch } = useClients();
  const clients = data?.filter(({ id, has_ai_assistant }) => has_ai_assistant || id === clientId) ?? [];
  const client = clients.find(({ id }) => id === clientId);
  return (
    <Page
      title="Analytics"
      subtitle={client?.name ?? (clientId === null ? 'All clients' : undefined)}
      names={{ clientId: client?.name }}
    >
      {error && !data && (
        <ErrorState title="Error Loading Clients" error={error} onRetry={() => void refetch()} />
      )}
      <Toolbar clientId={clientId}>
        <NativeSelect
          label="Client"
          data={[
            { value: '', label: 'All clients' },
            ...clients.map(({ id, name }) => ({ value: id, label: name })),
            ...(clientId !== null && !client ? [{ value: clientId, label: clientId }] : []),
          ]}
          value={clientId ?? ''}
          onChange={({ currentTarget }) => void set({ clientId: currentTarget.value || null })}
        />
      </Toolbar>
      <TabBar label="Analytics" tabs={VIEWS} current={tab} params={pageParamsOf(filters, clientId)} />
      <AnalyticsView key={clientId} view={tab} clientId={clientId} />
    </Page>
  );
}
