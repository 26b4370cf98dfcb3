import type { DatasetImport } from '@landline/api/property/imports/contract';

/** Returns the whole percentage of the file that has been read; 100 for a completed import. */
export function percentDone({ status, bytes_read, file_bytes }: DatasetImport): number {
  if (status === 'completed') return 100;
  return percentOf(bytes_read, file_bytes);
}

/** Returns a whole percentage, rounded down so that 99.9% does not show as 100%. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
}
