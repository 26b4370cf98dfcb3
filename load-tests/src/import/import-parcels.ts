import { rm } from 'node:fs/promises';
import type { Access } from '../product.ts';
import { until } from '../until.ts';
import { writeParcels } from './parcels.ts';
import { datasetOf, importOf, uploadAndStart } from './upload.ts';

const WAIT_OPTIONS = { pollMs: 200, timeoutMs: 240_000 };

/** Imports parcels into a dataset through a temporary file, and waits until all of them are scored. */
export async function importParcels(
  access: Access,
  file: string,
  datasetKey: string,
  size: number,
): Promise<void> {
  await writeParcels(file, size);
  const id = await uploadAndStart(access, file, datasetKey);
  await until(`import ${id} is completed`, WAIT_OPTIONS, async () => {
    const { status } = await importOf(access, id);
    if (!['uploading', 'running', 'completed'].includes(status)) throw new Error(`Import ended as ${status}`);
    return status === 'completed';
  });
  await rm(file);
  await until(`${size} candidates are scored`, WAIT_OPTIONS, async () => {
    const { status, candidate_count } = await datasetOf(access, datasetKey);
    return status === 'active' && candidate_count === size;
  });
}
