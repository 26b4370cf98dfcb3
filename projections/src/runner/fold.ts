import type { Change } from '../projector.ts';
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

/** What has to be written, in this order. Rows of one step do not depend on each other; a statement is a step alone. */
export type Step = FoldedRows | Extract<Change, { change: 'sql' }>;

/** Folds changes by key, oldest first, so that a batch is written set-wise. */
export class Fold {
  readonly #steps: Step[] = [];
  /** What is settled at the end, by statement: its rows, each once. */
  readonly #settled = new Map<string, Map<string, Values>>();
  #rows: FoldedRows | undefined;

  get steps(): readonly Step[] {
    const settled = [...this.#settled].map(([text, rows]) => ({
      change: 'sql' as const,
      text,
      values: [JSON.stringify([...rows.values()])],
    }));
    return [...this.#steps, ...settled];
  }

  /** Takes all the changes of an event, or throws before it has taken any. */
  take(changes: readonly Change[]): void {
    const keys = changes.map(keyOf);
    for (const [index, change] of changes.entries()) {
      if (change.change === 'sql') {
        this.#steps.push(change);
        this.#rows = undefined;
      } else if (change.change === 'settle') this.#settle(change);
      else this.#takeRow(change, keys[index] as string);
    }
  }

  #settle({ text, row }: Extract<Change, { change: 'settle' }>): void {
    let rows = this.#settled.get(text);
    if (rows === undefined) {
      rows = new Map();
      this.#settled.set(text, rows);
    }
    rows.set(JSON.stringify(row), row);
  }

  #takeRow(change: Exclude<Change, { change: 'sql' | 'settle' }>, key: string): void {
    if (this.#rows === undefined) {
      this.#rows = new Map();
      this.#steps.push(this.#rows);
    }
    let rows = this.#rows.get(change.table);
    if (rows === undefined) {
      rows = { byKey: new Map(), appended: [] };
      this.#rows.set(change.table, rows);
    }
    if (change.change === 'append') rows.appended.push(change.row);
    else rows.byKey.set(key, after(rows.byKey.get(key), change));
  }
}

function after(
  before: RowOutcome | undefined,
  change: Exclude<Change, { change: 'sql' | 'settle' | 'append' }>,
): RowOutcome {
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
  if (change.change === 'sql' || change.change === 'settle' || change.change === 'append') return '';
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
