import type { LayerKind } from '@landline/event-schemas';
import type { LayerProfileName } from '../contract.ts';
import type { FacilityDraft, FacilityField } from '../fields.ts';

/** The value of a column of the row at hand, by the profile's name for it; null when empty or not there. */
type Cell = (column: string) => string | null;

/** How the files of one source become facilities. Column names are compared without regard to case. */
export interface LayerProfile {
  readonly name: LayerProfileName;
  /** A file that has all of these columns is of this source. */
  readonly signature: readonly string[];
  readonly columns: Readonly<Record<string, FacilityField>>;
  /** What is worked out from the row, and why that is right is said where it is done. */
  readonly complete?: (draft: FacilityDraft, cell: Cell) => void;
  /** Why a row is none of these facilities, or undefined. */
  readonly refuse?: (draft: FacilityDraft, cell: Cell, kind: LayerKind) => string | undefined;
}
