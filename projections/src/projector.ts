import { type EventType, eventDefinitions, type RecordedEvent } from '@landline/event-schemas';
import type { AnyTable, KeyOf, WrittenRow } from './table.ts';

type Values = Readonly<Record<string, unknown>>;

/** Effect of an event on a row. */
export type Change =
  /** Inserts or replaces the row. */
  | { readonly change: 'put'; readonly table: AnyTable; readonly row: Values }
  /** Inserts a row that no other event refers to; it skips folding and lookups. */
  | { readonly change: 'append'; readonly table: AnyTable; readonly row: Values }
  /** Sets columns of an existing row; without a row, does nothing. */
  | { readonly change: 'patch'; readonly table: AnyTable; readonly key: Values; readonly set: Values }
  /** Adds to columns of an existing row; without a row, does nothing. */
  | {
      readonly change: 'increment';
      readonly table: AnyTable;
      readonly key: Values;
      readonly by: Readonly<Record<string, number>>;
    }
  | { readonly change: 'remove'; readonly table: AnyTable; readonly key: Values }
  /**
   * Runs a statement in order with the other changes, with the generation as `$1`. Use it only where the
   * changes by key do not suffice.
   */
  | { readonly change: 'sql'; readonly text: string; readonly values: readonly unknown[] }
  /** Runs a statement once at the end of a batch, over all rows given with it. */
  | { readonly change: 'batch-sql'; readonly text: string; readonly row: Values }
  /** Maintains sums over rows by subtracting old values and adding new ones. */
  | { readonly change: 'recount'; readonly of: Recount; readonly row: Values };

/**
 * Statements that maintain sums. Both get the generation as `$1` and the affected distinct rows as JSON in
 * `$2`. `before` runs before the batch is written and returns one JSON value, which `after` gets as `$3`
 * once everything is written.
 */
export interface Recount {
  readonly before: string;
  readonly after: string;
}

type NumericColumns<T extends AnyTable> = {
  [N in keyof WrittenRow<T>]: WrittenRow<T>[N] extends number | null ? N : never;
}[keyof WrittenRow<T>];

export const put = <T extends AnyTable>(table: T, row: WrittenRow<T>): Change => ({
  change: 'put',
  table,
  row,
});

export const append = <T extends AnyTable>(table: T, row: WrittenRow<T>): Change => ({
  change: 'append',
  table,
  row,
});

export const patch = <T extends AnyTable>(
  table: T,
  key: KeyOf<T>,
  set: Partial<Omit<WrittenRow<T>, keyof KeyOf<T>>>,
): Change => ({ change: 'patch', table, key, set });

export const increment = <T extends AnyTable>(
  table: T,
  key: KeyOf<T>,
  by: Partial<Record<NumericColumns<T>, number>>,
): Change => ({ change: 'increment', table, key, by: by as Record<string, number> }); // no value is undefined: an absent key stays absent

export const remove = <T extends AnyTable>(table: T, key: KeyOf<T>): Change => ({
  change: 'remove',
  table,
  key,
});

/** Runs a custom statement in order with the other changes. */
export const sql = (text: string, ...values: unknown[]): Change => ({ change: 'sql', text, values });

/**
 * Runs `text` once per batch, after its rows are written, with the generation as `$1` and the distinct
 * `row`s as JSON in `$2`. Use it for values that depend on what rows held before, or that are recomputed from rows. An `sql`
 * change splits the batch: `text` then runs once before it and once after.
 */
export const batchSql = (text: string, row: Values): Change => ({ change: 'batch-sql', text, row });

/** Maintains sums that are too large to recompute: only rows touched by a batch are read. */
export const recount = (of: Recount, row: Values): Change => ({ change: 'recount', of, row });

/** Pure: the same event always yields the same changes. An event whose handler throws is parked. */
type Handler<T extends EventType> = (event: RecordedEvent<T>) => Change | readonly Change[];

export type Handlers = { readonly [T in EventType]?: Handler<T> };

/** Returns handlers that treat every event type alike. */
export const forEveryType = (handler: Handler<EventType>): Handlers =>
  Object.fromEntries(Object.keys(eventDefinitions).map((type) => [type, handler])) as Handlers;

/** A projector is data; the runner does everything else. */
export interface Projector<Name extends string = string> {
  readonly name: Name;
  /** A changed version is rebuilt from the first event, beside the generation that readers see. */
  readonly version: number;
  readonly tables: readonly AnyTable[];
  readonly on: Handlers;
  /** Clients whose screens an event may change; null, the default, means all. */
  readonly audience?: (event: RecordedEvent) => readonly string[] | null;
}

/** Audience of events about one client. */
export const clientAudience = ({ data }: RecordedEvent): readonly string[] =>
  'client_id' in data ? [data.client_id] : [];

export const handles = (projector: Projector, type: string): boolean => Object.hasOwn(projector.on, type);

/** Returns the changes of an event. */
export function changesOf(projector: Projector, event: RecordedEvent): readonly Change[] {
  // The handler at `event.type` accepts events of that type; TypeScript cannot correlate the two.
  const handler = projector.on[event.type] as Handler<EventType> | undefined;
  const changes = handler?.(event) ?? [];
  return Array.isArray(changes) ? changes : [changes as Change];
}
