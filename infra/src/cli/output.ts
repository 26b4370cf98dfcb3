import { ImportInterruptedError, type ImportProgress } from '@landline/api/property/imports/import-client';
import { Presets, SingleBar } from 'cli-progress';

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

export interface Progress {
  /** Shows `done` of `total` with an optional note. */
  update(done: number, total: number, note?: string): void;
  stop(): void;
}

/** Progress bar for terminals; prints nothing with `--json` or when the output is redirected. */
export function progressBar(label: string, unit: string, quiet: boolean): Progress {
  if (quiet || !process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    { format: `${label} {bar} {percentage}% {value}/{total} ${unit} {note}`, stream: process.stderr },
    Presets.shades_classic,
  );
  bar.start(1, 0, { note: '' });
  return {
    update(done, total, note = '') {
      bar.setTotal(Math.max(1, total));
      bar.update(done, { note });
    },
    stop: () => bar.stop(),
  };
}

/** Uploads a file with a progress bar. The error of an interrupted upload names the option that resumes it. */
export async function uploadWithProgress<Result>(
  label: string,
  quiet: boolean,
  upload: (onProgress: (progress: ImportProgress) => void) => Promise<Result>,
): Promise<Result> {
  const bar = progressBar(label, 'bytes', quiet);
  try {
    return await upload(({ phase, bytes, bytesTotal, imported, rejected }) =>
      bar.update(bytes, bytesTotal, `${phase}, ${imported} imported, ${rejected} rejected`),
    );
  } catch (error) {
    if (!(error instanceof ImportInterruptedError)) throw error;
    throw new Error(`${error.message}\nResume with --resume ${error.importId}`, { cause: error });
  } finally {
    bar.stop();
  }
}
