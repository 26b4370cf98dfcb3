import { normalizeColumnName } from './profile.ts';

/** A file column and the field that it fills. */
export interface ColumnBinding<Field> {
  readonly column: string;
  readonly index: number;
  readonly field: Field;
}

/** Binds columns to fields. Among columns for one field, the caller's override wins, then the profile's order. */
export function bindColumns<Field extends string>(
  columns: readonly string[],
  profileColumns: Readonly<Record<string, Field>>,
  overrides: Readonly<Record<string, Field | null>>,
): ColumnBinding<Field>[] {
  const order = new Map(Object.keys(profileColumns).map((name, index) => [name, index]));
  const best = new Map<Field, ColumnBinding<Field> & { rank: number }>();
  columns.forEach((column, index) => {
    const name = normalizeColumnName(column);
    const isOverridden = Object.hasOwn(overrides, column);
    // `hasOwn`: a column may be called `constructor`.
    const field = isOverridden
      ? overrides[column]
      : Object.hasOwn(profileColumns, name) && profileColumns[name];
    if (!field) return;
    const rank = isOverridden ? -1 : (order.get(name) ?? 0);
    const rival = best.get(field);
    if (!rival || rank < rival.rank) best.set(field, { column, index, field, rank });
  });
  return [...best.values()].sort((a, b) => a.index - b.index);
}
