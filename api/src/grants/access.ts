import type { Actor } from '@landline/event-schemas';
import { type FragmentSqlToken, sql } from 'slonik';
import type { ClientAccess } from '../clients/access.ts';
import type { DatasetAccess } from './dataset-access.ts';

/** What was granted, by dataset: all of it, or some of its zip codes. As it is kept with the client's access. */
export type GrantedDatasets = Readonly<Record<string, 'all' | readonly string[]>>;

/** What a caller may see of the Property Finder: everything, or what its client was granted (spec 001 §4, §6). */
export type Access = 'everything' | ReadonlyMap<string, 'all' | readonly string[]>;

/** As much of a dataset as a caller may see and asks for. */
export interface DatasetView {
  readonly datasetKey: string;
  /** Only candidates with one of these zip codes; undefined: all. */
  readonly zips?: readonly string[];
}

export function grantedBy(records: DatasetAccess): GrantedDatasets {
  const granted = new Map<string, 'all' | string[]>();
  for (const { dataset_key, zip_code } of records) {
    const known = granted.get(dataset_key) ?? [];
    granted.set(dataset_key, zip_code === null || known === 'all' ? 'all' : [...known, zip_code]);
  }
  return Object.fromEntries(granted);
}

/** What a caller may see, as the session's row tells it. A client of which nothing is known sees nothing. */
export function accessOf(caller: { actor: Actor; clientAccess?: ClientAccess } | undefined): Access {
  switch (caller?.actor.role) {
    case 'SuperAdmin':
    case 'Admin':
      return 'everything';
    case 'ClientUser':
      return grantedTo(caller.clientAccess);
    default:
      return new Map();
  }
}

export const grantedTo = (client: Pick<ClientAccess, 'datasets'> | undefined): Access =>
  new Map(Object.entries(client?.datasets ?? {}));

/** What a caller may see of a dataset; undefined: nothing. */
export function viewOf(access: Access, datasetKey: string): DatasetView | undefined {
  if (access === 'everything') return { datasetKey };
  const granted = access.get(datasetKey);
  if (granted === undefined) return undefined;
  return granted === 'all' ? { datasetKey } : { datasetKey, zips: granted };
}

export function maySee(
  access: Access,
  { dataset_key, zip_code }: { dataset_key: string; zip_code: string | null },
): boolean {
  const view = viewOf(access, dataset_key);
  return (
    view !== undefined && (view.zips === undefined || (zip_code !== null && view.zips.includes(zip_code)))
  );
}

/** The one condition that keeps a query about candidates, as `c`, to a view; undefined: none is needed. */
export const inView = ({ zips }: Pick<DatasetView, 'zips'>): FragmentSqlToken | undefined =>
  zips && sql.fragment`c.zip_code = ANY(${sql.array([...zips], 'text')})`;
