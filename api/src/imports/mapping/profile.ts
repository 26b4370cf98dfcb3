import type { ProfileName } from '../contract.ts';
import type { ImportField } from '../fields.ts';
import type { Draft } from './draft.ts';

/** The value of a column of the row at hand, by the profile's name for it; null when empty or not there. */
export type Cell = (column: string) => string | null;

/** A field that is worked out when no column filled it. */
export interface Derivation<Field extends keyof Draft = keyof Draft> {
  readonly field: Field;
  /** How it is worked out and why that is right, as the preview says it. */
  readonly reason: string;
  readonly from: (draft: Draft, cell: Cell) => Draft[Field];
}

/** Declares a derivation; its value must be one of the field's. */
export function derive<Field extends keyof Draft>(
  field: Field,
  reason: string,
  from: (draft: Draft, cell: Cell) => Draft[Field],
): Derivation {
  return { field, reason, from };
}

/** How the files of one source become candidates. Column names are compared without regard to case. */
export interface Profile {
  readonly name: ProfileName;
  /** A file that has all of these columns is of this source. */
  readonly signature: readonly string[];
  /** The field that each column fills; where two fill the same one, the first that the file has. */
  readonly columns: Readonly<Record<string, ImportField>>;
  /** Further columns that derivations look at. */
  readonly looksAt?: readonly string[];
  /** Before the general ones, in this order. */
  readonly derived?: readonly Derivation[];
  /** Why a row is no parcel at all, or undefined. */
  readonly refuse?: (cell: Cell) => string | undefined;
}

/** A column's name as profiles write it: lower case, anything but letters and digits as `_`. */
export function normalName(column: string): string {
  return column
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}
