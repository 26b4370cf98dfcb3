import type { ClientAdmin } from '@landline/api/identity/users/contract';
import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../../shared/format.ts';
import { ActiveTag } from '../../../../shared/ui/active-tag.tsx';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { PersonCell } from '../../../../shared/ui/person-cell.tsx';
import table from '../../../../shared/ui/table.module.css';
import { ProductBadges } from '../../../clients/clients/components/product-badges.tsx';
import { adminPath } from '../paths.ts';

const nameOf = ({ first_name, last_name }: ClientAdmin) => `${first_name} ${last_name}`;

const COLUMNS: readonly Column<ClientAdmin>[] = [
  { header: 'Administrator', cell: (admin) => <PersonCell name={nameOf(admin)} email={admin.email} /> },
  { header: 'Client', cell: ({ client_name }) => client_name, isLabeled: true },
  {
    header: 'Products',
    className: table.optional,
    cell: (admin) => (
      <Group gap={6}>
        <ProductBadges {...admin} />
      </Group>
    ),
  },
  { header: 'Status', cell: ({ active }) => <ActiveTag active={active} />, isLabeled: true },
  {
    header: 'Last login',
    className: `${table.optional} num`,
    cell: ({ last_login }) => formatDate(last_login),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (admin) => (
      <Group gap={6}>
        <Button
          component={Link}
          to={adminPath(admin.id)}
          variant="default"
          size="xs"
          aria-label={`View Details of ${nameOf(admin)}`}
        >
          View Details
        </Button>
        <Button
          component={Link}
          to={`${adminPath(admin.id)}#products`}
          variant="subtle"
          size="xs"
          aria-label={`Manage Products of ${admin.client_name}, client of ${nameOf(admin)}`}
        >
          Manage Products
        </Button>
      </Group>
    ),
  },
];

export const AdminTable = ({ admins }: { admins: readonly ClientAdmin[] }) => (
  <DataTable label="Client administrators" columns={COLUMNS} rows={admins} keyOf={({ id }) => id} stacks />
);
