import type { ClientAdmin } from '@landline/api/identity/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { ProductBadges } from '../../clients/components/product-badges.tsx';
import { adminPath } from '../paths.ts';
import classes from './admin-table.module.css';

/** The administrators of clients, one a row. */
export function AdminTable({ admins }: { admins: readonly ClientAdmin[] }) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${classes.table}`} aria-label="Client administrators">
        <thead>
          <tr>
            <th>Administrator</th>
            <th>Client</th>
            <th className={classes.optional}>Products</th>
            <th>Status</th>
            <th className={classes.optional}>Last login</th>
            <th>
              <span className={table.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {admins.map((admin) => (
            <Row key={admin.id} admin={admin} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ admin }: { admin: ClientAdmin }) {
  const name = `${admin.first_name} ${admin.last_name}`;
  return (
    <tr>
      <td>
        <div className={classes.name}>{name}</div>
        <div className={classes.email}>{admin.email}</div>
      </td>
      <td data-label="Client">{admin.client_name}</td>
      <td className={classes.optional}>
        <span className={classes.badges}>
          <ProductBadges {...admin} />
        </span>
      </td>
      <td data-label="Status">
        <Tag tone={admin.active ? 'good' : 'quiet'}>{admin.active ? 'Active' : 'Inactive'}</Tag>
      </td>
      <td className={`${classes.optional} num`}>{formatDate(admin.last_login)}</td>
      <td>
        <span className={classes.actions}>
          <Button
            component={Link}
            to={adminPath(admin.id)}
            variant="default"
            size="xs"
            aria-label={`View Details of ${name}`}
          >
            View Details
          </Button>
          <Button
            component={Link}
            to={`${adminPath(admin.id)}#products`}
            variant="subtle"
            size="xs"
            aria-label={`Manage Products of ${admin.client_name}, client of ${name}`}
          >
            Manage Products
          </Button>
        </span>
      </td>
    </tr>
  );
}
