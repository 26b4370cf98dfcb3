import { type FileHandle, open } from 'node:fs/promises';
import type { Access } from '../product.ts';

const CHUNK_BYTES = 1024 * 1024;

interface Import {
  import_id: string;
  status: string;
  imported: number;
  rejected: number;
}

/** Uploads a file as the command line does, and starts its import. */
export async function uploadAndStart(access: Access, file: string, dataset_key: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { import_id } = await call<Import>(access, 'POST', '/imports', {
      dataset_key,
      dataset_name: `${dataset_key} Properties`,
      dataset_type: 'custom',
      property_type: 'adu',
      file_name: 'parcels.csv',
      file_bytes: size,
    });
    for (let index = 0; index * CHUNK_BYTES < size; index++) {
      await call(access, 'PUT', `/imports/${import_id}/chunks/${index}`, await chunkOf(handle, index, size));
    }
    await call(access, 'POST', `/imports/${import_id}/start`, {});
    return import_id;
  } finally {
    await handle.close();
  }
}

export const importOf = (access: Access, id: string) => call<Import>(access, 'GET', `/imports/${id}`);

export const datasetOf = (access: Access, key: string) =>
  call<{ status: string; candidate_count: number }>(access, 'GET', `/datasets/${key}`);

async function chunkOf(handle: FileHandle, index: number, size: number): Promise<Uint8Array> {
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, size - index * CHUNK_BYTES));
  await handle.read(chunk, 0, chunk.length, index * CHUNK_BYTES);
  return chunk;
}

async function call<Data>(
  { url, token }: Access,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(`${url}/api/geo${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
    },
    ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
}
