import { Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { Link } from 'react-router-dom';
import { CLIENTS } from '../../../shared/messages.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { useClients } from '../api/list-clients.ts';
import { shownDomain } from '../shown-domain.ts';
import classes from './client-selection-page.module.css';

const addClient = (
  <Button component={Link} to="/ai/add-client" leftSection={<IconPlus size={16} stroke={1.7} />}>
    Add Client
  </Button>
);

/** /ai/clients and /ai/client-selection (spec 002 §2). */
export function Component() {
  const { data, error, refetch } = useClients();
  const [search, setSearch] = useQueryState('search', { defaultValue: '' });
  const wanted = search.trim().toLowerCase();
  const shown = data?.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <Page title="Client Selection" subtitle="Choose the client that you want to manage." action={addClient}>
      <TextInput
        aria-label="Search clients"
        placeholder="Search by name"
        type="search"
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={search}
        onChange={({ currentTarget: { value } }) => void setSearch(value || null)}
        mb="sm"
        maw={320}
      />
      <div className={table.frame}>
        {error && !data ? (
          <ErrorState
            title="Error Loading Clients"
            error={error}
            onRetry={() => void refetch()}
            otherwise={CLIENTS.failed}
            back={
              <Anchor component={Link} to="/ai" size="sm">
                Back to AI Dashboard
              </Anchor>
            }
          />
        ) : !shown ? (
          <Skeleton height={200} role="status" aria-label="Loading clients" />
        ) : shown.length === 0 ? (
          <EmptyState
            title={wanted ? 'No clients found' : 'No clients available'}
            icon={<IconBuildingStore size={24} stroke={1.5} />}
            action={
              wanted ? (
                <Button variant="default" onClick={() => void setSearch(null)}>
                  Clear the search
                </Button>
              ) : (
                addClient
              )
            }
          />
        ) : (
          <table className={table.table} aria-label="Clients">
            <thead>
              <tr>
                <th>Client</th>
                <th className={classes.domain}>Domain</th>
                <th>Actions</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, name, primary_domain }) => (
                <tr key={id}>
                  <td>
                    {name}
                    <div className={classes.below}>{shownDomain(primary_domain)}</div>
                  </td>
                  <td className={classes.domain}>{shownDomain(primary_domain)}</td>
                  <td>
                    <Button
                      component={Link}
                      to={`/ai/client/${id}`}
                      variant="default"
                      size="xs"
                      aria-label={`Manage Client ${name}`}
                    >
                      Manage Client
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Page>
  );
}
