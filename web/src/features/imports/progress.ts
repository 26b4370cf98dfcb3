import type { DatasetImport } from '@landline/api/imports/contract';

/** How much of the file has been read, in whole percent; a finished import is at 100. */
export function percentDone({ status, bytes_read, file_bytes }: DatasetImport): number {
  if (status === 'completed') return 100;
  return percentOf(bytes_read, file_bytes);
}

/** Whole percent, never past what is certain: 99.9 % is not yet 100. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
}
