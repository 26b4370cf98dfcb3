import type { Actor } from '@landline/event-schemas';
import type { ClientAccess, GrantedDatasets } from '../../platform/http/session.ts';
import type { DatasetAccess } from './dataset-access.ts';

/**
 * A caller's access to Property Finder: everything, or the datasets granted to its client, each as a whole or by ZIP code
 * (spec 001 §4, §6).
 */
export type Access = 'everything' | ReadonlyMap<string, 'all' | readonly string[]>;

/** The requested part of a dataset that a caller has access to. */
export interface DatasetView {
  readonly datasetKey: string;
  /** Limits the view to these ZIP codes. */
  readonly zips?: readonly string[];
}

export function datasetsFrom(records: DatasetAccess): GrantedDatasets {
  const granted = new Map<string, 'all' | string[]>();
  for (const { dataset_key, zip_code } of records) {
    const grantedZips = granted.get(dataset_key) ?? [];
    granted.set(dataset_key, zip_code === null || grantedZips === 'all' ? 'all' : [...grantedZips, zip_code]);
  }
  return Object.fromEntries(granted);
}

/** Returns the access that a caller's session stores; without a session or a Property Finder role, access to nothing. */
export function accessOf(caller: { actor: Actor; clientAccess?: ClientAccess } | undefined): Access {
  switch (caller?.actor.role) {
    case 'SuperAdmin':
    case 'Admin':
      return 'everything';
    case 'ClientUser':
      return clientAccessOf(caller.clientAccess);
    default:
      return new Map();
  }
}

export const clientAccessOf = (client: Pick<ClientAccess, 'datasets'> | undefined): Access =>
  new Map(Object.entries(client?.datasets ?? {}));

/** Returns the accessible part of a dataset, or undefined if there is no access to it. */
export function viewOf(access: Access, datasetKey: string): DatasetView | undefined {
  if (access === 'everything') return { datasetKey };
  const zips = access.get(datasetKey);
  if (zips === undefined) return undefined;
  return zips === 'all' ? { datasetKey } : { datasetKey, zips };
}

export function canSee(
  access: Access,
  { dataset_key, zip_code }: { dataset_key: string; zip_code: string | null },
): boolean {
  const view = viewOf(access, dataset_key);
  return (
    view !== undefined && (view.zips === undefined || (zip_code !== null && view.zips.includes(zip_code)))
  );
}
