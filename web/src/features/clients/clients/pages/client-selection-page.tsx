import type { ClientRecord } from '@landline/api/clients/clients/contract';
import { Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { Link } from 'react-router-dom';
import { CLIENTS } from '../../../../shared/messages.ts';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useClients } from '../api/clients.ts';
import { displayDomain } from '../display-domain.ts';
import classes from './client-selection-page.module.css';

const addClient = (
  <Button component={Link} to="/ai/add-client" leftSection={<IconPlus size={16} stroke={1.7} />}>
    Add Client
  </Button>
);

const COLUMNS: readonly Column<ClientRecord>[] = [
  {
    header: 'Client',
    cell: ({ name, primary_domain }) => (
      <>
        {name}
        <div className={classes.below}>{displayDomain(primary_domain)}</div>
      </>
    ),
  },
  {
    header: 'Domain',
    className: classes.domain,
    cell: ({ primary_domain }) => displayDomain(primary_domain),
  },
  {
    header: 'Actions',
    cell: ({ id, name }) => (
      <Button
        component={Link}
        to={`/ai/client/${id}`}
        variant="default"
        size="xs"
        aria-label={`Manage Client ${name}`}
      >
        Manage Client
      </Button>
    ),
  },
];

/** /ai/clients and /ai/client-selection (spec 002 §2). */
export function Component() {
  const query = useClients();
  const [search, setSearch] = useQueryState('search', { defaultValue: '' });
  const term = search.trim().toLowerCase();
  return (
    <Page title="Client Selection" subtitle="Choose the client you want to manage." action={addClient}>
      <TextInput
        aria-label="Search clients"
        placeholder="Search by name"
        type="search"
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={search}
        onChange={({ currentTarget: { value } }) => void setSearch(value)}
        mb="sm"
        maw={320}
      />
      <QueryBody
        query={query}
        errorTitle="Error Loading Clients"
        fallbackMessage={CLIENTS.failed}
        back={
          <Anchor component={Link} to="/ai" size="sm">
            Back to AI Dashboard
          </Anchor>
        }
        skeleton={<Skeleton height={200} role="status" aria-label="Loading clients" />}
      >
        {(clients) => {
          const matchingClients = clients.filter(({ name }) => name.toLowerCase().includes(term));
          if (matchingClients.length > 0) {
            return <DataTable label="Clients" columns={COLUMNS} rows={matchingClients} keyOf="id" />;
          }
          return (
            <EmptyState
              title={term ? 'No clients found' : 'No clients available'}
              icon={IconBuildingStore}
              action={
                term ? (
                  <Button variant="default" onClick={() => void setSearch(null)}>
                    Clear search
                  </Button>
                ) : (
                  addClient
                )
              }
            />
          );
        }}
      </QueryBody>
    </Page>
  );
}
