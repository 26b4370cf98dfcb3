import type { ImportProgress } from '@landline/api/imports/client';
import { Presets, SingleBar } from 'cli-progress';

export const say = (line: string) => process.stdout.write(`${line}\n`);
export const sayJson = (value: unknown) =>
  say(JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? part.toString() : part)));

/** Rows as aligned columns; numbers to the right. */
export function sayTable(rows: readonly Record<string, unknown>[]): void {
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
  say(line(Object.fromEntries(columns.map((column) => [column, column]))));
  for (const row of rows) say(line(row));
}

export interface Progress {
  /** `done` of `total`, and a word on what is going on. */
  update(done: number, total: number, note?: string): void;
  stop(): void;
}

/** A bar on a terminal; silent elsewhere and with `--json`. */
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

/** How far a file is. */
export function showImport(
  bar: Progress,
  { phase, bytes, bytesTotal, imported, rejected }: ImportProgress,
): void {
  bar.update(bytes, bytesTotal, `${phase}, ${imported} imported, ${rejected} rejected`);
}
