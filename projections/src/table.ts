declare const WRITTEN: unique symbol;

/** A column: its PostgreSQL type as the catalog spells it, and the type that handlers write. */
export interface Column<Written = unknown> {
  readonly type: string;
  /**
   * SQL expression over the row's other columns; PostgreSQL computes the value and handlers do not write
   * it.
   */
  readonly generated?: string;
  readonly [WRITTEN]?: Written;
}

type Columns = Readonly<Record<string, Column>>;

/**
 * A read model table. Every row belongs to one generation of its projector, so `generation int` implicitly
 * comes first in the primary key.
 */
interface Table<C extends Columns = Columns, K extends keyof C & string = keyof C & string> {
  readonly name: string;
  readonly columns: C;
  readonly key: readonly K[];
  /** Maps an index name to the rest of its CREATE INDEX statement, after the table name. */
  readonly indexes: Readonly<Record<string, string>>;
  /** Columns whose first value survives later `put`s. Only for tables whose rows are never removed. */
  readonly kept: readonly (keyof C & string)[];
  /** Indexes of earlier versions, to be dropped. */
  readonly retiredIndexes: readonly string[];
}

/** Accepts any table. */
// biome-ignore lint/suspicious/noExplicitAny: `any` is safe here because nothing writes `key` through this type
export type AnyTable = Table<any, any>;

/** Declares a table of schema `read`. */
export function table<C extends Columns, const K extends keyof C & string>(
  name: string,
  declared: Pick<Table<C, K>, 'columns' | 'key'> &
    Partial<Pick<Table<C, K>, 'indexes' | 'kept' | 'retiredIndexes'>>,
): Table<C, K> {
  return { name, indexes: {}, kept: [], retiredIndexes: [], ...declared };
}

type WrittenOf<C> = C extends Column<infer Written> ? Written : never;
type Generated<C extends Columns> = {
  [N in keyof C]: C[N] extends { readonly generated: string } ? N : never;
}[keyof C];

/** A row as handlers write it, without generated columns. */
export type WrittenRow<T extends AnyTable> = {
  readonly [N in Exclude<keyof T['columns'], Generated<T['columns']>>]: WrittenOf<T['columns'][N]>;
};
export type KeyOf<T extends AnyTable> = Pick<WrittenRow<T>, T['key'][number] & keyof WrittenRow<T>>;

type WrittenColumn<Written> = Column<Written> & { readonly generated?: never };

const column = <Written>(type: string): WrittenColumn<Written> => ({ type });

export const text = <T extends string = string>() => column<T>('text');
export const textArray = () => column<readonly string[]>('text[]');
export const integerArray = () => column<readonly number[]>('integer[]');
export const uuid = () => column<string>('uuid');
export const integer = () => column<number>('integer');
export const bigint = () => column<bigint>('bigint');
export const double = () => column<number>('double precision');
export const boolean = () => column<boolean>('boolean');
export const jsonb = <T>() => column<T>('jsonb');
/** Declares a column for a time, which handlers write as ISO 8601. */
export const timestamp = () => column<string>('timestamp with time zone');

/**
 * Declares that a column can be null. The database allows null in every column outside the key, because rows of an
 * older generation lack newer columns.
 */
export const nullable = <Written>(of: WrittenColumn<Written>): WrittenColumn<Written | null> => ({
  type: of.type,
});

/** Declares a column that PostgreSQL computes. */
export const generated = <Written>(of: Column<Written>, expression: string) => ({
  ...of,
  generated: expression,
});
