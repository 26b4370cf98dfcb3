import type { ClientAdmin } from '@landline/api/identity/users/contract';
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';
import { hasProduct, parseAsProductFilter } from '../../clients/clients/product-filter.ts';

/** Filters of the directory, stored in the URL. */
export const directoryParsers = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(['all', 'active', 'inactive']).withDefault('all'),
  client: parseAsString.withDefault('all'),
  product: parseAsProductFilter,
};

export type DirectoryFilter = inferParserType<typeof directoryParsers>;

/** Returns whether an administrator matches the filters; the search covers names, email and client (spec 000 §5). */
export function matchesFilter(
  admin: ClientAdmin,
  { search, status, client, product }: DirectoryFilter,
): boolean {
  const term = search.trim().toLowerCase();
  const fields = [
    admin.first_name,
    admin.last_name,
    `${admin.first_name} ${admin.last_name}`,
    admin.email,
    admin.client_name,
  ];
  return (
    fields.some((field) => field.toLowerCase().includes(term)) &&
    (status === 'all' || admin.active === (status === 'active')) &&
    (client === 'all' || admin.client_id === client) &&
    hasProduct(admin, product)
  );
}

/** Counts all administrators, ignoring filters (spec 000 §2). */
export function countsOf(admins: readonly ClientAdmin[]) {
  const active = admins.filter((admin) => admin.active).length;
  return {
    total: admins.length,
    active,
    inactive: admins.length - active,
    clients: new Set(admins.map(({ client_id }) => client_id)).size,
  };
}
