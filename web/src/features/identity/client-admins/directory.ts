import type { ClientAdmin } from '@landline/api/identity/users/contract';
import { parseAsString, parseAsStringLiteral } from 'nuqs';

/** Filters of the directory, stored in the URL. */
export const directoryParsers = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(['all', 'active', 'inactive']).withDefault('all'),
  client: parseAsString.withDefault('all'),
  product: parseAsStringLiteral(['all', 'ai', 'geo']).withDefault('all'),
};

export interface DirectoryFilter {
  search: string;
  status: 'all' | 'active' | 'inactive';
  client: string;
  product: 'all' | 'ai' | 'geo';
}

/**
 * Returns whether an administrator matches the filters: first name, last name, email or client, ignoring case (spec
 * 000 §5).
 */
export function matchesFilter(
  admin: ClientAdmin,
  { search, status, client, product }: DirectoryFilter,
): boolean {
  const wanted = search.trim().toLowerCase();
  const fields = [
    admin.first_name,
    admin.last_name,
    `${admin.first_name} ${admin.last_name}`,
    admin.email,
    admin.client_name,
  ];
  return (
    (wanted === '' || fields.some((field) => field.toLowerCase().includes(wanted))) &&
    (status === 'all' || admin.active === (status === 'active')) &&
    (client === 'all' || admin.client_id === client) &&
    (product === 'all' || (product === 'ai' ? admin.has_ai_assistant : admin.has_geo_leads))
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
