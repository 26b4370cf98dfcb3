import type { ClientRecord } from '@landline/api/clients/clients/contract';
import { Box, Button, Flex, Group, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { Link } from 'react-router-dom';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useClients } from '../api/clients.ts';
import { displayDomain } from '../display-domain.ts';
import { hasProduct, PRODUCT_FILTERS, type ProductFilter, parseAsProductFilter } from '../product-filter.ts';
import classes from './client-list.module.css';
import { PlanBadge } from './plan-badge.tsx';
import { ProductBadges } from './product-badges.tsx';
import { ViewDashboard } from './view-dashboard.tsx';

/** Number of clients visible at once; a longer list scrolls, with a hint (spec 000 §2). */
const VISIBLE_CLIENTS = 3;

const addClient = (
  <Button
    component={Link}
    to="/ai/add-client?returnTo=superadmin"
    leftSection={<IconPlus size={16} stroke={1.7} />}
  >
    Add New Client
  </Button>
);

/** Lists clients, filtered by product, with buttons to manage each and to view its dashboard. */
export function ClientList() {
  const { data, error, refetch } = useClients();
  const [product, setProduct] = useQueryState('product', parseAsProductFilter);
  if (error && !data) {
    return <ErrorState title="Failed to load clients" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ClientListSkeleton />;
  const matchingClients = data.filter((client) => hasProduct(client, product));
  return (
    <section aria-label="All clients">
      <Group gap="8px 12px" mb={12}>
        <NativeSelect
          aria-label="Filter by product"
          data={[...PRODUCT_FILTERS]}
          value={product}
          onChange={({ currentTarget: { value } }) => void setProduct(value as ProductFilter)}
        />
        <span role="status">
          <Tag>
            {matchingClients.length} of {data.length} clients
          </Tag>
        </span>
        <div className={classes.add}>{addClient}</div>
      </Group>
      {matchingClients.length === 0 ? (
        <Box bd="1px solid var(--line)" bdrs={8}>
          <EmptyState
            title={data.length === 0 ? 'No clients available' : 'No clients found'}
            icon={IconBuildingStore}
            action={
              data.length === 0 ? (
                addClient
              ) : (
                <Button variant="default" onClick={() => void setProduct(null)}>
                  Show all products
                </Button>
              )
            }
          >
            {data.length === 0
              ? 'Add your first client, then invite its administrators.'
              : 'No clients use this product.'}
          </EmptyState>
        </Box>
      ) : (
        <>
          <ul
            className={classes.list}
            aria-label="Clients"
            tabIndex={matchingClients.length > VISIBLE_CLIENTS ? 0 : undefined}
          >
            {matchingClients.map((client) => (
              <Row key={client.id} client={client} />
            ))}
          </ul>
          {matchingClients.length > VISIBLE_CLIENTS && (
            <Box component="p" m="8px 0 0" fz="sm" c="dimmed">
              Scroll to see all {matchingClients.length} clients
            </Box>
          )}
        </>
      )}
    </section>
  );
}

function Row({ client }: { client: ClientRecord }) {
  return (
    <li className={classes.row}>
      <Stack gap={0} miw={0}>
        <Link to={`/ai/client/${client.id}`} className={classes.name}>
          {client.name}
        </Link>
        <span className={classes.domain}>{displayDomain(client.primary_domain)}</span>
      </Stack>
      <Flex gap={6} wrap="wrap">
        <PlanBadge tier={client.plan_tier} />
        <ProductBadges {...client} />
        {client.product_config.demo_mode && <Tag tone="notice">Demo</Tag>}
        {!client.active && <Tag tone="bad">Inactive</Tag>}
      </Flex>
      <Flex gap={8} wrap="wrap">
        <Button
          component={Link}
          to={`/ai/client/${client.id}`}
          variant="default"
          size="xs"
          aria-label={`Manage ${client.name}`}
        >
          Manage
        </Button>
        <ViewDashboard client={client} />
      </Flex>
    </li>
  );
}

function ClientListSkeleton() {
  return (
    <Stack role="status" aria-label="Loading clients" gap={12}>
      <Skeleton height={36} width={240} />
      <Skeleton height={68} />
      <Skeleton height={68} />
      <Skeleton height={68} />
    </Stack>
  );
}
