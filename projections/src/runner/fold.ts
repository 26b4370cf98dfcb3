import type { Change, Recount } from '../projector.ts';
import type { AnyTable } from '../table.ts';

type Values = Readonly<Record<string, unknown>>;

/** What becomes of one row because of all the events of a batch. */
export type RowOutcome =
  | { readonly outcome: 'put'; row: Values }
  | { readonly outcome: 'removed'; readonly key: Values }
  | { readonly outcome: 'changed'; readonly key: Values; set: Values; add: Readonly<Record<string, number>> };

/** The rows of a table by key, each written once whatever the number of events about it, and those that are new. */
export interface TableRows {
  readonly byKey: Map<string, RowOutcome>;
  readonly appended: Values[];
}
export type FoldedRows = Map<AnyTable, TableRows>;

/** What sums over rows are told before and after those rows are written: both know each other by the object. */
export interface Recounted {
  readonly of: Recount;
  readonly rows: string;
}

/** What has to be written, in this order. Rows of one step do not depend on each other; a statement is a step alone. */
export type Step =
  | FoldedRows
  | Extract<Change, { change: 'sql' }>
  | { readonly change: 'look' | 'count'; readonly recounted: Recounted };

/** What stands between two statements of their own. */
class Stretch {
  rows: FoldedRows | undefined;
  /** What is done at the end for many events at once: its rows, each once. */
  readonly settled = new Map<string, Map<string, Values>>();
  readonly recounted = new Map<Recount, Map<string, Values>>();

  get all(): readonly Step[] {
    const recounted = [...this.recounted].map(([of, rows]) => ({ of, rows: asJson(rows) }));
    return [
      ...recounted.map((each) => ({ change: 'look' as const, recounted: each })),
      ...(this.rows ? [this.rows] : []),
      ...recounted.map((each) => ({ change: 'count' as const, recounted: each })),
      ...[...this.settled].map(([text, rows]) => ({ change: 'sql' as const, text, values: [asJson(rows)] })),
    ];
  }
}
const asJson = (rows: ReadonlyMap<string, Values>) => JSON.stringify([...rows.values()]);

/** Folds changes by key, oldest first, so that a batch is written set-wise. */
export class Fold {
  readonly #before: Step[] = [];
  #stretch = new Stretch();

  get steps(): readonly Step[] {
    return [...this.#before, ...this.#stretch.all];
  }

  /** Takes all the changes of an event, or throws before it has taken any. */
  take(changes: readonly Change[]): void {
    const keys = changes.map(keyOf);
    for (const [index, change] of changes.entries()) {
      if (change.change === 'sql') {
        this.#before.push(...this.#stretch.all, change);
        this.#stretch = new Stretch();
      } else if (change.change === 'settle') note(this.#stretch.settled, change.text, change.row);
      else if (change.change === 'recount') note(this.#stretch.recounted, change.of, change.row);
      else this.#takeRow(change, keys[index] as string);
    }
  }

  #takeRow(change: RowChange, key: string): void {
    const stretch = this.#stretch;
    stretch.rows ??= new Map();
    let rows = stretch.rows.get(change.table);
    if (rows === undefined) {
      rows = { byKey: new Map(), appended: [] };
      stretch.rows.set(change.table, rows);
    }
    if (change.change === 'append') rows.appended.push(change.row);
    else rows.byKey.set(key, after(rows.byKey.get(key), change));
  }
}

type RowChange = Exclude<Change, { change: 'sql' | 'settle' | 'recount' }>;

function note<Of>(all: Map<Of, Map<string, Values>>, of: Of, row: Values): void {
  const rows = all.get(of) ?? new Map<string, Values>();
  all.set(of, rows.set(JSON.stringify(row), row));
}

function after(before: RowOutcome | undefined, change: Exclude<RowChange, { change: 'append' }>): RowOutcome {
  switch (change.change) {
    case 'put':
      return { outcome: 'put', row: before?.outcome === 'put' ? kept(change, before.row) : change.row };
    case 'remove':
      return { outcome: 'removed', key: change.key };
    case 'patch':
      if (before?.outcome === 'put') return { outcome: 'put', row: { ...before.row, ...change.set } };
      if (before?.outcome === 'removed') return before;
      return {
        outcome: 'changed',
        key: change.key,
        set: { ...before?.set, ...change.set },
        add: without(before?.add ?? {}, change.set),
      };
    case 'increment':
      if (before?.outcome === 'put') {
        return { outcome: 'put', row: { ...before.row, ...sums(before.row, change.by) } };
      }
      if (before?.outcome === 'removed') return before;
      return incremented(change.key, before ?? { set: {}, add: {} }, change.by);
  }
}

/** The row that is put, with what its table keeps of the one before. */
function kept({ table, row }: Extract<Change, { change: 'put' }>, before: Values): Values {
  if (table.kept.length === 0) return row;
  return { ...row, ...Object.fromEntries(table.kept.map((name: string) => [name, before[name]])) };
}

/** What a column was set to in this batch grows at once; what the database holds grows when it is written. */
function incremented(
  key: Values,
  before: { set: Values; add: Readonly<Record<string, number>> },
  by: Readonly<Record<string, number>>,
): RowOutcome {
  const isSet = (name: string) => Object.hasOwn(before.set, name);
  const entries = Object.entries(by);
  const known = Object.fromEntries(entries.filter(([name]) => isSet(name)));
  const unknown = Object.fromEntries(entries.filter(([name]) => !isSet(name)));
  return {
    outcome: 'changed',
    key,
    set: { ...before.set, ...sums(before.set, known) },
    add: plus(before.add, unknown),
  };
}

/** As SQL adds: what is null stays null. */
function sums(values: Values, by: Readonly<Record<string, number>>): Record<string, number | null> {
  const sum = (value: unknown, amount: number) => (typeof value === 'number' ? value + amount : null);
  return Object.fromEntries(Object.entries(by).map(([name, amount]) => [name, sum(values[name], amount)]));
}

const plus = (add: Readonly<Record<string, number>>, more: Readonly<Record<string, number>>) => ({
  ...add,
  ...Object.fromEntries(Object.entries(more).map(([name, amount]) => [name, (add[name] ?? 0) + amount])),
});

const without = <V>(values: Readonly<Record<string, V>>, names: Values): Record<string, V> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(names, name)));

function keyOf(change: Change): string {
  if (!('table' in change) || change.change === 'append') return '';
  const { table } = change;
  const values = change.change === 'put' ? change.row : change.key;
  const parts = table.key.map((name: string) => {
    const value = values[name];
    if (value === undefined || value === null)
      throw new Error(`A row of ${table.name} without its ${name}, a part of its key`);
    return String(value);
  });
  return parts.length === 1 ? (parts[0] as string) : parts.map((part) => `${part.length}:${part}`).join();
}
