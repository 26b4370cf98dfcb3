import type { LayerKind } from '@landline/event-schemas';
import type { Cell } from '../../imports/mapping/profile.ts';
import type { LayerProfileName } from '../contract.ts';
import type { FacilityDraft, FacilityField } from '../fields.ts';

/** Mapping of one source's files to facilities. Column names are normalized. */
export interface LayerProfile {
  readonly name: LayerProfileName;
  /** A file with all of these columns is from this source. */
  readonly signature: readonly string[];
  readonly columns: Readonly<Record<string, FacilityField>>;
  /** Fills fields computed from the row. */
  readonly complete?: (draft: FacilityDraft, cell: Cell) => void;
  /** Returns why a row is not a facility of this kind, or undefined. */
  readonly rejectionReason?: (draft: FacilityDraft, cell: Cell, kind: LayerKind) => string | undefined;
}
