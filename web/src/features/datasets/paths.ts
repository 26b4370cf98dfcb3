import type { Dataset } from '@landline/api/datasets/contract';
import type { DatasetType } from '@landline/event-schemas';

export const HUB = '/propertyhub';

/** The hub that an address belongs to: staff's, or a client's (spec 001 §2). */
export const hubOf = (pathname: string): string =>
  /^\/client(\/[^/]+)?\/propertyhub(?=\/|$)/i.exec(pathname)?.[0] ?? HUB;

/** Links stay in the hub that one is in. */
const hereHub = () => hubOf(globalThis.location?.pathname ?? '');

/** Where a dataset's candidates are listed: a city by its key alone, others below their type (spec 001 §2). */
export function datasetPath(
  { dataset_key, dataset_type }: Pick<Dataset, 'dataset_key' | 'dataset_type'>,
  hub = hereHub(),
): string {
  const key = encodeURIComponent(dataset_key);
  return dataset_type === 'city' ? `${hub}/${key}` : `${hub}/${dataset_type}/${key}`;
}

/** Where one candidate is shown. */
export function candidatePath(
  dataset: Pick<Dataset, 'dataset_key' | 'dataset_type'>,
  candidateId: string,
  hub = hereHub(),
): string {
  return `${datasetPath(dataset, hub)}/${candidateId}`;
}

/** Where candidates stand side by side. */
export const comparePath = (ids: readonly string[], hub = hereHub()) => `${hub}/compare?ids=${ids.join(',')}`;

/** Where a file is imported, into the dataset that is named if it is there. */
export const importPath = (datasetKey?: string) =>
  `${HUB}/imports/new${datasetKey === undefined ? '' : `?dataset=${encodeURIComponent(datasetKey)}`}`;

/** What kinds of datasets are called, in the order of the hub's sections (spec 001 §2). */
export const SECTIONS: readonly { type: DatasetType; title: string; one: string }[] = [
  { type: 'city', title: 'Cities', one: 'City' },
  { type: 'zipcode', title: 'Zip Codes', one: 'Zip code' },
  { type: 'county', title: 'Counties', one: 'County' },
  { type: 'custom', title: 'Custom Areas', one: 'Custom area' },
  { type: 'ios', title: 'Industrial Outdoor Storage', one: 'Industrial outdoor storage' },
];
