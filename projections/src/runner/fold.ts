import type { Change, Recount } from '../projector.ts';
import type { AnyTable } from '../table.ts';

type Values = Readonly<Record<string, unknown>>;

/** Combined effect of a batch on one row. */
export type RowOutcome =
  | { readonly outcome: 'put'; row: Values }
  | { readonly outcome: 'removed'; readonly key: Values }
  | { readonly outcome: 'changed'; readonly key: Values; set: Values; add: Readonly<Record<string, number>> };

/** Rows of a table by key, each written once however many events concern it, and the appended rows. */
export interface TableRows {
  readonly byKey: Map<string, RowOutcome>;
  readonly appended: Values[];
}
type FoldedRows = Map<AnyTable, TableRows>;

/** Input of a `recount`. Its two steps share one object, by which `after` finds the value that `before` returned. */
export interface RecountInput {
  readonly of: Recount;
  readonly rows: string;
}

/** Writes in execution order. Rows within a step are independent; a statement is a separate step. */
export type Step =
  | FoldedRows
  | Extract<Change, { change: 'sql' }>
  | { readonly change: 'before-rows' | 'after-rows'; readonly recounted: RecountInput };

/** Changes between two `sql` statements. */
class Segment {
  rows: FoldedRows | undefined;
  /** Distinct rows per `batchSql` statement, which run at the end. */
  readonly batchSql = new Map<string, Map<string, Values>>();
  readonly recounted = new Map<Recount, Map<string, Values>>();

  get steps(): readonly Step[] {
    const recounted = [...this.recounted].map(([of, rows]) => ({ of, rows: asJson(rows) }));
    return [
      ...recounted.map((each) => ({ change: 'before-rows' as const, recounted: each })),
      ...(this.rows ? [this.rows] : []),
      ...recounted.map((each) => ({ change: 'after-rows' as const, recounted: each })),
      ...[...this.batchSql].map(([text, rows]) => ({ change: 'sql' as const, text, values: [asJson(rows)] })),
    ];
  }
}
const asJson = (rows: ReadonlyMap<string, Values>) => JSON.stringify([...rows.values()]);

/** Folds changes by key, oldest first, so that a batch is written in few statements. */
export class Fold {
  readonly #before: Step[] = [];
  #segment = new Segment();

  get steps(): readonly Step[] {
    return [...this.#before, ...this.#segment.steps];
  }

  /** Takes all changes of an event, or throws before taking any. */
  take(changes: readonly Change[]): void {
    const keys = changes.map(keyOf);
    for (const [index, change] of changes.entries()) {
      if (change.change === 'sql') {
        this.#before.push(...this.#segment.steps, change);
        this.#segment = new Segment();
      } else if (change.change === 'batch-sql') addRow(this.#segment.batchSql, change.text, change.row);
      else if (change.change === 'recount') addRow(this.#segment.recounted, change.of, change.row);
      else this.#takeRow(change, keys[index] as string);
    }
  }

  #takeRow(change: RowChange, key: string): void {
    const segment = this.#segment;
    segment.rows ??= new Map();
    let rows = segment.rows.get(change.table);
    if (rows === undefined) {
      rows = { byKey: new Map(), appended: [] };
      segment.rows.set(change.table, rows);
    }
    if (change.change === 'append') rows.appended.push(change.row);
    else rows.byKey.set(key, combine(rows.byKey.get(key), change));
  }
}

type RowChange = Exclude<Change, { change: 'sql' | 'batch-sql' | 'recount' }>;

function addRow<Of>(all: Map<Of, Map<string, Values>>, of: Of, row: Values): void {
  const rows = all.get(of) ?? new Map<string, Values>();
  all.set(of, rows.set(JSON.stringify(row), row));
}

function combine(
  before: RowOutcome | undefined,
  change: Exclude<RowChange, { change: 'append' }>,
): RowOutcome {
  switch (change.change) {
    case 'put':
      return {
        outcome: 'put',
        row: before?.outcome === 'put' ? rowWithKeptColumns(change, before.row) : change.row,
      };
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

/** Returns the new row with the kept columns of the previous one. */
function rowWithKeptColumns({ table, row }: Extract<Change, { change: 'put' }>, before: Values): Values {
  if (table.kept.length === 0) return row;
  return { ...row, ...Object.fromEntries(table.kept.map((name: string) => [name, before[name]])) };
}

/**
 * Adds immediately to a value set in this batch; a value in the database is incremented when the batch is written.
 */
function incremented(
  key: Values,
  before: { set: Values; add: Readonly<Record<string, number>> },
  by: Readonly<Record<string, number>>,
): RowOutcome {
  const isSet = (name: string) => Object.hasOwn(before.set, name);
  const entries = Object.entries(by);
  const batchIncrements = Object.fromEntries(entries.filter(([name]) => isSet(name)));
  const databaseIncrements = Object.fromEntries(entries.filter(([name]) => !isSet(name)));
  return {
    outcome: 'changed',
    key,
    set: { ...before.set, ...sums(before.set, batchIncrements) },
    add: plus(before.add, databaseIncrements),
  };
}

/** Adds as SQL does: null stays null. */
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
      throw new Error(`A row of ${table.name} lacks its key column ${name}`);
    return String(value);
  });
  return parts.length === 1 ? (parts[0] as string) : parts.map((part) => `${part.length}:${part}`).join();
}
