import {
  ImportInterruptedError,
  type ImportProgress,
  NoResponseError,
} from '@landline/api/property/imports/import-client';
import { Presets, SingleBar } from 'cli-progress';
import { noResponseError } from './connection.ts';

export const print = (line: string) => process.stdout.write(`${line}\n`);
export const printJson = (value: unknown) =>
  print(JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? part.toString() : part)));

/** Prints rows as aligned columns, numbers to the right. */
export function printTable(rows: readonly Record<string, unknown>[]): void {
  const first = rows[0];
  if (first === undefined) return;
  const columns = Object.keys(first);
  const text = (value: unknown) => {
    if (value === null || value === undefined) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const width = (column: string) => Math.max(column.length, ...rows.map((row) => text(row[column]).length));
  const numeric = (column: string) => rows.every((row) => ['number', 'bigint'].includes(typeof row[column]));
  const line = (cells: Record<string, unknown>) =>
    columns
      .map((column) =>
        numeric(column)
          ? text(cells[column]).padStart(width(column))
          : text(cells[column]).padEnd(width(column)),
      )
      .join('  ')
      .trimEnd();
  print(line(Object.fromEntries(columns.map((column) => [column, column]))));
  for (const row of rows) print(line(row));
}

/** Shows `done` of `total` with an optional note. */
type UpdateProgress = (done: number, total: number, note?: string) => void;

/** Shows a progress bar during `work`; prints nothing with `--json` or when stderr is not a terminal. */
export async function withProgressBar<Result>(
  label: string,
  unit: string,
  quiet: boolean,
  work: (update: UpdateProgress) => Promise<Result>,
): Promise<Result> {
  if (quiet || !process.stderr.isTTY) return await work(() => undefined);
  const bar = new SingleBar(
    { format: `${label} {bar} {percentage}% {value}/{total} ${unit} {note}`, stream: process.stderr },
    Presets.shades_classic,
  );
  bar.start(1, 0, { note: '' });
  try {
    return await work((done, total, note = '') => {
      bar.setTotal(Math.max(1, total));
      bar.update(done, { note });
    });
  } finally {
    bar.stop();
  }
}

/**
 * Uploads a file to `apiUrl` with a progress bar. The error of an interrupted upload names the option that resumes it.
 */
export async function uploadWithProgress<Result>(
  apiUrl: string,
  label: string,
  quiet: boolean,
  upload: (onProgress: (progress: ImportProgress) => void) => Promise<Result>,
): Promise<Result> {
  try {
    return await withProgressBar(label, 'bytes', quiet, (update) =>
      upload(({ phase, bytes, bytesTotal, imported, rejected }) =>
        update(bytes, bytesTotal, `${phase}, ${imported} imported, ${rejected} rejected`),
      ),
    );
  } catch (error) {
    if (error instanceof NoResponseError) throw noResponseError(apiUrl, error);
    if (!(error instanceof ImportInterruptedError)) throw error;
    throw new Error(`${error.message}\nResume with --resume ${error.importId}`, { cause: error });
  }
}
