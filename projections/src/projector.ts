import { type EventType, eventDefinitions, type RecordedEvent } from '@landline/event-schemas';
import type { AnyTable, KeyOf, WrittenRow } from './table.ts';

type Values = Readonly<Record<string, unknown>>;

/** What becomes of a row because of an event. */
export type Change =
  /** The row is this from now on, whatever it was. */
  | { readonly change: 'put'; readonly table: AnyTable; readonly row: Values }
  /** One row more, which no other event is about: none is folded into it or looked for. */
  | { readonly change: 'append'; readonly table: AnyTable; readonly row: Values }
  /** These columns get these values; nothing happens where there is no such row. */
  | { readonly change: 'patch'; readonly table: AnyTable; readonly key: Values; readonly set: Values }
  /** These columns grow by these amounts; nothing happens where there is no such row. */
  | {
      readonly change: 'increment';
      readonly table: AnyTable;
      readonly key: Values;
      readonly by: Readonly<Record<string, number>>;
    }
  | { readonly change: 'remove'; readonly table: AnyTable; readonly key: Values }
  /** The escape, for what rows by key cannot express: a statement with the generation as `$1`, run in its place. */
  | { readonly change: 'sql'; readonly text: string; readonly values: readonly unknown[] }
  /** The same for many events at once: at the end of a batch the statement runs over all that was given with it. */
  | { readonly change: 'settle'; readonly text: string; readonly row: Values }
  /** Sums over rows, kept true by what of those rows is no longer so, and what is. */
  | { readonly change: 'recount'; readonly of: Recount; readonly row: Values };

/**
 * How sums follow their rows. Both statements get the generation as `$1` and the distinct rows in question as JSON in
 * `$2`: `before` runs before anything of the batch is written and says what they come to, as one value of JSON, which
 * `after` gets as `$3` when everything has been written.
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
): Change => ({ change: 'increment', table, key, by: by as Record<string, number> }); // Partial allows undefined only by omission

export const remove = <T extends AnyTable>(table: T, key: KeyOf<T>): Change => ({
  change: 'remove',
  table,
  key,
});

/** The marked escape (DESIGN §4). */
export const sql = (text: string, ...values: unknown[]): Change => ({ change: 'sql', text, values });

/**
 * The marked escape, once for a whole batch: after its rows are written, `text` runs with the generation as `$1` and
 * the distinct `row`s that were given with it as JSON in `$2`. For figures that are counted again from rows. An `sql` of
 * the batch comes after what is to be settled because of the events before it.
 */
export const settle = (text: string, row: Values): Change => ({ change: 'settle', text, row });

/** The marked escape for sums that are too large to be counted again: only what a batch touches is looked at. */
export const recount = (of: Recount, row: Values): Change => ({ change: 'recount', of, row });

/** Pure: the same event always gives the same changes. An event whose handler throws is parked. */
export type Handler<T extends EventType> = (event: RecordedEvent<T>) => Change | readonly Change[];

export type Handlers = { readonly [T in EventType]?: Handler<T> };

/** One handler for whatever happens. */
export const forEveryType = (handler: Handler<EventType>): Handlers =>
  Object.fromEntries(Object.keys(eventDefinitions).map((type) => [type, handler])) as Handlers;

/** A projector is data; the runner does everything else. */
export interface Projector {
  readonly name: string;
  /** Another version is another read model: it is built from the first event on, beside the one that serves. */
  readonly version: number;
  readonly tables: readonly AnyTable[];
  readonly on: Handlers;
  /** The clients whose screens an event may change; null, the default: everybody's. */
  readonly audience?: (event: RecordedEvent) => readonly string[] | null;
}

export const handles = (projector: Projector, type: string): boolean => Object.hasOwn(projector.on, type);

/** The changes of an event, by the handler of its type. */
export function changesOf(projector: Projector, event: RecordedEvent): readonly Change[] {
  // The handler at `event.type` takes events of that type; TypeScript cannot correlate the two.
  const handler = projector.on[event.type] as Handler<EventType> | undefined;
  const changes = handler?.(event) ?? [];
  return Array.isArray(changes) ? changes : [changes as Change];
}
