import { createImportBody } from '@landline/api/imports/contract';
import type { z } from 'zod';

/** What a person says about the dataset that a file goes into. */
export const datasetFields = createImportBody.pick({
  dataset_key: true,
  dataset_name: true,
  dataset_type: true,
  property_type: true,
});
export type DatasetFields = z.infer<typeof datasetFields>;

/** A name as a dataset's key: lower-case words joined by hyphens. */
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

/** A first guess from the file's name: `lebanon_nh_parcels_2025.csv` is "Lebanon NH Properties". */
export function suggestDataset(fileName: string): DatasetFields {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .split(/[^a-z0-9]+/i)
    .filter((word) => word !== '' && !NOISE.test(word));
  const title = words
    .map((word) => (word.length === 2 ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
  const zip = words.length === 1 && /^\d{5}$/.test(words[0] ?? '');
  return {
    dataset_name: title === '' ? '' : `${title} Properties`,
    dataset_key: keyOf(title),
    dataset_type: zip ? 'zipcode' : 'city',
    property_type: 'adu',
  };
}
