import { AREA_KINDS, type Facility, type LayerKind } from '@landline/event-schemas';
import type { RowSizes } from '../imports/chunks.ts';
import type { RejectedRow } from '../imports/contract.ts';
import { bindColumns, type ColumnBinding } from '../imports/mapping/bind-columns.ts';
import { centroid } from '../imports/mapping/geometry.ts';
import { normalizeColumnName } from '../imports/mapping/profile.ts';
import { readText, ValueError } from '../imports/mapping/read-values.ts';
import { messageOf, reject } from '../imports/mapping/reject-row.ts';
import type { SourceBatch, SourceRow } from '../imports/reading/source-row.ts';
import type { FacilityMapping } from './contract.ts';
import {
  FACILITY_FIELDS,
  FACILITY_READERS,
  type FacilityDraft,
  type FacilityField,
  PLAIN_FIELDS,
} from './fields.ts';
import { polygonsOf } from './polygons.ts';
import type { LayerProfile } from './profiles/profile.ts';

export interface FacilityRow {
  readonly line: number;
  readonly facility: Facility;
  /** Size in an event, in bytes. */
  readonly bytes: number;
}

/** Maximum length of a facility's texts and of its id, which is a database key; in characters. */
const TEXT_LIMIT = 2_000;
const ID_LIMIT = 200;
/** Maximum size of a facility in an event, in bytes. */
const MAX_BYTES = 700_000;

export const FACILITY_SIZES: RowSizes<FacilityRow> = {
  bytesOf: ({ bytes }) => bytes,
  sizeProblem: ({ bytes }) =>
    bytes > MAX_BYTES ? 'Its outline is larger than 700 kB. Simplify it or split it into parts' : undefined,
};

const EMPTY = Object.fromEntries(FACILITY_FIELDS.map((field) => [field, null])) as unknown as FacilityDraft;

interface Options {
  readonly kind: LayerKind;
  readonly profile: LayerProfile;
  readonly overrides?: FacilityMapping | undefined;
}

/** Maps the rows of a file to facilities. Needs every row in order, to detect repeated ids. */
export class FacilityMapper {
  readonly #options: Options;
  readonly #lineOfId = new Map<string, number>();
  #columnCount = -1;
  #bindings: readonly ColumnBinding<FacilityField>[] = [];
  #cells = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  map(batch: SourceBatch): { rows: (FacilityRow | RejectedRow)[]; bytesRead: number } {
    if (batch.columns.length !== this.#columnCount) this.#bind(batch.columns);
    return { rows: batch.rows.map((row) => this.#mapRow(row)), bytesRead: batch.bytesRead };
  }

  get bindings(): readonly ColumnBinding<FacilityField>[] {
    return this.#bindings;
  }

  #bind(columns: readonly string[]): void {
    const { profile, overrides = {} } = this.#options;
    this.#columnCount = columns.length;
    this.#bindings = bindColumns(columns, profile.columns, overrides);
    this.#cells = new Map(columns.map((column, index) => [normalizeColumnName(column), index]));
  }

  #mapRow(row: SourceRow): FacilityRow | RejectedRow {
    if (row.problem !== undefined) return reject(row, [row.problem]);
    const { profile, kind } = this.#options;
    try {
      const draft = this.#read(row);
      const cell = (column: string) => {
        const index = this.#cells.get(column);
        return index === undefined ? null : readText(row.values[index]);
      };
      profile.complete?.(draft, cell);
      const rejection = profile.rejectionReason?.(draft, cell, kind);
      if (rejection !== undefined) return reject(row, [rejection]);
      const facility = toFacility(draft, kind);
      const before = this.#lineOfId.get(facility.facility_id);
      if (before !== undefined) {
        return reject(row, [`Facility ${facility.facility_id} is already on line ${before}`]);
      }
      this.#lineOfId.set(facility.facility_id, row.line);
      return { line: row.line, facility, bytes: Buffer.byteLength(JSON.stringify(facility)) + 2 };
    } catch (error) {
      return reject(row, [messageOf(error)]);
    }
  }

  #read({ values }: SourceRow): FacilityDraft {
    const draft: Record<string, unknown> = { ...EMPTY };
    for (const { column, index, field } of this.#bindings) {
      const value = values[index];
      if (value === '') continue;
      try {
        draft[field] = FACILITY_READERS[field](value);
      } catch (error) {
        throw new ValueError(`${column}: ${messageOf(error)}`);
      }
    }
    return draft as FacilityDraft; // each reader returns its field's type
  }
}

/** Source names of the scoring model, for files without a source column (spec 001 §9). */
const SOURCES: Partial<Record<LayerKind, string>> = { epa: 'EPA', npl: 'NPL', ust: 'UST', lust: 'LUST' };

function toFacility(draft: FacilityDraft, kind: LayerKind): Facility {
  const isArea = (AREA_KINDS as readonly LayerKind[]).includes(kind);
  const polygons = isArea ? polygonsOf(draft.geometry) : null;
  if (isArea && polygons === null)
    throw new ValueError('Has no polygon, which flood zones and soil areas need');
  const center = draft.geometry === null ? null : centroid(draft.geometry);
  const latitude = draft.latitude ?? center?.latitude ?? null;
  const longitude = draft.longitude ?? center?.longitude ?? null;
  if (latitude === null || longitude === null) throw new ValueError('Has no coordinates');
  if (latitude === 0 && longitude === 0) throw new ValueError('Its position is 0, 0, which is in the ocean');
  if (kind === 'flood' && draft.flood_zone === null) throw new ValueError('Has no flood zone');
  if (kind === 'soil' && draft.soil_contamination === null && draft.soil_drainage === null)
    throw new ValueError('Has neither contamination nor drainage');
  const name = draft.name ?? draft.flood_zone ?? draft.facility_id ?? 'Unnamed';
  const facts = Object.fromEntries(PLAIN_FIELDS.map((field) => [field, draft[field]])) as Pick<
    Facility,
    (typeof PLAIN_FIELDS)[number]
  >;
  const texts = [name, draft.facility_id, ...Object.values(facts)];
  if (texts.some((text) => typeof text === 'string' && text.length > TEXT_LIMIT))
    throw new ValueError('Has a text longer than 2,000 characters');
  if (draft.facility_id !== null && draft.facility_id.length > ID_LIMIT)
    throw new ValueError(`Its id is longer than ${ID_LIMIT} characters`);
  return {
    ...facts,
    facility_id:
      draft.facility_id ?? `${name.slice(0, ID_LIMIT / 2).toWellFormed()}@${latitude},${longitude}`,
    name,
    latitude,
    longitude,
    source: facts.source ?? SOURCES[kind] ?? null,
    polygons,
  };
}
