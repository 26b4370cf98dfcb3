import type { Dataset } from '@landline/api/property/datasets/contract';
import type { DatasetType } from '@landline/event-schemas';

export const HUB = '/propertyhub';

/** Returns the base path of the hub that a path belongs to: the staff hub or a client's (spec 001 §2). */
export const hubOf = (pathname: string): string =>
  /^\/client(\/[^/]+)?\/propertyhub(?=\/|$)/i.exec(pathname)?.[0] ?? HUB;

const currentHub = () => hubOf(globalThis.location?.pathname ?? '');

/** Returns the path of a dataset's candidate list: `/key` for a city, `/type/key` for every other type (spec 001 §2). */
export function datasetPath(
  { dataset_key, dataset_type }: Pick<Dataset, 'dataset_key' | 'dataset_type'>,
  hub = currentHub(),
): string {
  const key = encodeURIComponent(dataset_key);
  return dataset_type === 'city' ? `${hub}/${key}` : `${hub}/${dataset_type}/${key}`;
}

export const candidatePath = (
  dataset: Pick<Dataset, 'dataset_key' | 'dataset_type'>,
  candidateId: string,
  hub = currentHub(),
) => `${datasetPath(dataset, hub)}/${candidateId}`;

export const comparePath = (ids: readonly string[], hub = currentHub()) =>
  `${hub}/compare?ids=${ids.join(',')}`;

/** Returns the path of the page that starts an import; a key preselects an existing dataset. */
export const importPath = (datasetKey?: string) =>
  `${HUB}/imports/new${datasetKey === undefined ? '' : `?dataset=${encodeURIComponent(datasetKey)}`}`;

/** Sections of the hub in order (spec 001 §2). */
export const SECTIONS: readonly { type: DatasetType; title: string; typeName: string }[] = [
  { type: 'city', title: 'Cities', typeName: 'City' },
  { type: 'zipcode', title: 'Zip Codes', typeName: 'Zip code' },
  { type: 'county', title: 'Counties', typeName: 'County' },
  { type: 'custom', title: 'Custom Areas', typeName: 'Custom area' },
  { type: 'ios', title: 'Industrial Outdoor Storage', typeName: 'Industrial outdoor storage' },
];
