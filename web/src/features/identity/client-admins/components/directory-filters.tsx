import type { ClientAdmin } from '@landline/api/identity/users/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { PRODUCT_FILTERS, type ProductFilter } from '../../../clients/clients/product-filter.ts';
import type { DirectoryFilter } from '../directory.ts';
import classes from './directory-filters.module.css';

interface DirectoryFiltersProps {
  admins: readonly ClientAdmin[];
  filter: DirectoryFilter;
  onFilter: (change: Partial<DirectoryFilter> | null) => void;
}

export function DirectoryFilters({ admins, filter, onFilter }: DirectoryFiltersProps) {
  const clients = new Map(admins.map(({ client_id, client_name }) => [client_id, client_name]));
  const options = [...clients].sort(([, a], [, b]) => a.localeCompare(b));
  const isFiltered =
    filter.search !== '' || [filter.status, filter.client, filter.product].some((value) => value !== 'all');
  return (
    <search className={classes.filters}>
      <TextInput
        aria-label="Search administrators"
        placeholder="Search by name, email or client"
        type="search"
        flex="1 1 240px"
        maw={360}
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={filter.search}
        onChange={({ currentTarget: { value } }) => onFilter({ search: value })}
      />
      <NativeSelect
        aria-label="Status"
        data={[
          { value: 'all', label: 'All Statuses' },
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ]}
        value={filter.status}
        onChange={({ currentTarget: { value } }) => onFilter({ status: value as DirectoryFilter['status'] })}
      />
      <NativeSelect
        aria-label="Client"
        data={[
          { value: 'all', label: 'All Clients' },
          ...options.map(([value, label]) => ({ value, label })),
        ]}
        value={filter.client}
        onChange={({ currentTarget: { value } }) => onFilter({ client: value })}
      />
      <NativeSelect
        aria-label="Product"
        data={[...PRODUCT_FILTERS]}
        value={filter.product}
        onChange={({ currentTarget: { value } }) => onFilter({ product: value as ProductFilter })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onFilter(null)}>
          Clear
        </Button>
      )}
    </search>
  );
}
