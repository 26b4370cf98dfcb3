import type { Dataset } from '@landline/api/property/datasets/contract';
import { createImportBody, type ProfileName } from '@landline/api/property/imports/contract';
import type { z } from 'zod';
import { US_STATES } from './us-states.ts';

/** Fields of the dataset that a file is imported into. */
export const datasetFields = createImportBody.pick({
  dataset_key: true,
  dataset_name: true,
  dataset_type: true,
  property_type: true,
  state: true,
});
export type DatasetFields = z.infer<typeof datasetFields>;

/** Turns a name into a dataset key: lowercase words joined by hyphens. */
export function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
}

const NOISE = /^(parcels?|data|export|sites?|residential|polygons?|shapes?|roll|lir|(?:19|20)\d\d)$/i;

/** Fields that are the same for all files of a known source. */
const FIELDS_BY_PROFILE: Partial<Record<ProfileName, Partial<DatasetFields>>> = {
  'lebanon-nh': { dataset_type: 'city', state: 'NH' },
  'utah-lir': { dataset_type: 'county', state: 'UT' },
  'la-hcd-sites': { state: 'CA' },
  'socal-warehouse': { dataset_type: 'ios', property_type: 'ios', state: 'CA' },
};

/**
 * Suggests the dataset from the file name and the recognized profile: `lebanon_nh_parcels_2025.csv` is
 * "Lebanon NH Properties", a city in New Hampshire.
 */
export function suggestDataset(fileName: string, profile: ProfileName): DatasetFields {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .split(/[^a-z0-9]+/i)
    .filter((word) => word !== '' && !NOISE.test(word));
  const title = words
    .map((word) => (word.length === 2 ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
  // Only the last word: elsewhere `in`, `or` and `la` are not states.
  const state = words.length > 1 ? words.at(-1)?.toUpperCase() : undefined;
  return {
    dataset_name: title === '' ? '' : `${title.slice(0, 100).trim()} Properties`,
    dataset_key: keyOf(title),
    dataset_type: typeOf(words),
    property_type: 'adu',
    ...(state !== undefined && state in US_STATES && { state }),
    ...FIELDS_BY_PROFILE[profile],
  };
}

function typeOf(words: readonly string[]): DatasetFields['dataset_type'] {
  if (words.length === 1 && /^\d{5}$/.test(words[0] ?? '')) return 'zipcode';
  return words.some((word) => word.toLowerCase() === 'county') ? 'county' : 'city';
}

/** Returns the fields of an existing dataset, which an import does not change. */
export const fieldsOf = (dataset: Dataset): DatasetFields => ({
  dataset_key: dataset.dataset_key,
  dataset_name: dataset.dataset_name,
  dataset_type: dataset.dataset_type,
  property_type: dataset.property_type,
  state: dataset.state ?? undefined,
});
