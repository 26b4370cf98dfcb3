import type { ProfileName } from '../contract.ts';
import type { ImportField } from '../fields.ts';
import type { Draft } from './draft.ts';

/** Returns a column's value in the current row by its normalized name; null when empty or missing. */
export type Cell = (column: string) => string | null;

/** A computed value for a field that no column filled. */
export interface Derivation<Field extends keyof Draft = keyof Draft> {
  readonly field: Field;
  /** Description of the computation, shown in the preview. */
  readonly reason: string;
  readonly from: (draft: Draft, cell: Cell) => Draft[Field];
}

/** Declares a derivation whose value has the field's type. */
export function derive<Field extends keyof Draft>(
  field: Field,
  reason: string,
  from: (draft: Draft, cell: Cell) => Draft[Field],
): Derivation {
  return { field, reason, from };
}

/** Mapping of one source's files to candidates. Column names are normalized. */
export interface Profile {
  readonly name: ProfileName;
  /** A file with all of these columns is from this source. */
  readonly signature: readonly string[];
  /** Fields by column; among columns for one field, the first that the file has is used. */
  readonly columns: Readonly<Record<string, ImportField>>;
  /** Derivations that run before the general ones. */
  readonly derived?: readonly Derivation[];
  /** Returns why a row is not a parcel, or undefined. */
  readonly rejectionReason?: (cell: Cell) => string | undefined;
}

/** Normalizes a column name: lower case, with `_` for anything but letters and digits. */
export function normalizeColumnName(column: string): string {
  return column
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}
