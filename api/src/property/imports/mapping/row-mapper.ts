import type { CandidateFeatures } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import type { MappingOverrides, RejectedRow } from '../contract.ts';
import type { ImportField } from '../fields.ts';
import type { SourceBatch, SourceRow } from '../reading/source-row.ts';
import { bindColumns, type ColumnBinding } from './bind-columns.ts';
import { GENERAL_DERIVATIONS } from './derivations.ts';
import { type Draft, emptyDraft, READERS, toFeatures } from './draft.ts';
import { type Derivation, normalizeColumnName, type Profile } from './profile.ts';
import { readText, ValueError } from './read-values.ts';
import { messageOf, reject } from './reject-row.ts';

/** Maximum length of a parcel number in characters. */
const APN_LIMIT = 100;

/** ASCII without characters that JSON escapes. */
const PLAIN = /^[ !#-[\]-~]*$/;

export interface MappedRow {
  readonly line: number;
  readonly candidate: CandidateFeatures;
  /** Length of the source text, in characters. */
  readonly length: number;
  /** True if every character takes one byte in JSON. */
  readonly isPlain: boolean;
}

export interface MappedBatch {
  readonly rows: readonly (MappedRow | RejectedRow)[];
  readonly bytesRead: number;
}

export const isRejected = (row: object): row is RejectedRow => 'reason' in row;

interface Binding extends ColumnBinding<ImportField> {
  /** Reads a value into its field. Throws a ValueError. */
  readonly fill: (draft: Draft, value: unknown) => void;
}

interface MapperOptions {
  profile: Profile;
  /** Fields chosen by the caller; the profile ignores these columns. */
  overrides?: MappingOverrides | undefined;
  datasetKey: string;
}

/** Maps the rows of a file to candidates. Needs every row in order, to detect repeated parcel numbers. */
export class RowMapper {
  readonly #profile: Profile;
  readonly #overrides: MappingOverrides;
  readonly #datasetKey: string;
  readonly #derivations: readonly Derivation[];
  #columnCount = 0;
  #bindings: readonly Binding[] = [];
  /** Columns that derivations may read, by normalized name. */
  #cells = new Map<string, number>();
  /** First line of each parcel number. */
  readonly #lineOfApn = new Map<string, number>();

  constructor({ profile, overrides = {}, datasetKey }: MapperOptions) {
    this.#profile = profile;
    this.#overrides = overrides;
    this.#datasetKey = datasetKey;
    this.#derivations = [...(profile.derived ?? []), ...GENERAL_DERIVATIONS];
  }

  map(batch: SourceBatch): MappedBatch {
    // JSON rows can add columns.
    if (batch.columns.length !== this.#columnCount) this.#bind(batch.columns);
    return { rows: batch.rows.map((row) => this.#mapRow(row)), bytesRead: batch.bytesRead };
  }

  get bindings(): readonly Binding[] {
    return this.#bindings;
  }

  #bind(columns: readonly string[]): void {
    this.#columnCount = columns.length;
    this.#bindings = bindColumns(columns, this.#profile.columns, this.#overrides).map((binding) => ({
      ...binding,
      fill: filler(binding.field),
    }));
    this.#cells = new Map(
      columns.flatMap((column, index): [string, number][] =>
        Object.hasOwn(this.#overrides, column) ? [] : [[normalizeColumnName(column), index]],
      ),
    );
  }

  #mapRow(row: SourceRow): MappedRow | RejectedRow {
    if (row.problem !== undefined) return reject(row, [row.problem]);
    const { values, line } = row;
    const draft = emptyDraft();
    const reasons: string[] = [];
    let isApnInvalid = false;
    for (const { column, index, field, fill } of this.#bindings) {
      const value = values[index];
      if (value === '') continue;
      try {
        fill(draft, value);
      } catch (error) {
        reasons.push(`${column}: ${messageOf(error)}`);
        isApnInvalid ||= field === 'apn';
      }
    }
    const cell = (column: string) => {
      const index = this.#cells.get(column);
      if (index === undefined) return null;
      try {
        return readText(values[index]);
      } catch (error) {
        throw new ValueError(`${column}: ${messageOf(error)}`);
      }
    };
    try {
      const rejection = this.#profile.rejectionReason?.(cell);
      if (rejection !== undefined) return reject(row, [...reasons, rejection]);
      for (const derivation of this.#derivations) {
        if (draft[derivation.field] === null) applyDerivation(draft, derivation, cell);
      }
      const { apn } = draft;
      if (apn === null) return reject(row, isApnInvalid ? reasons : [...reasons, 'The APN is missing']);
      if (apn.length > APN_LIMIT) {
        return reject(row, [...reasons, `Its APN is longer than ${APN_LIMIT} characters`]);
      }
      const before = this.#lineOfApn.get(apn);
      if (before !== undefined) {
        return reject(row, [...reasons, `APN ${apn} on line ${line} is already on line ${before}`]);
      }
      if (reasons.length > 0) return reject(row, reasons);
      const candidate = toFeatures({ ...draft, apn }, candidateId(this.#datasetKey, apn));
      this.#lineOfApn.set(detachedCopy(apn), line);
      return { line, candidate, length: row.raw.length, isPlain: PLAIN.test(row.raw) };
    } catch (error) {
      return reject(row, [...reasons, messageOf(error)]);
    }
  }
}

function filler<Field extends ImportField>(field: Field): Binding['fill'] {
  const readValue = READERS[field];
  return (draft, value) => {
    draft[field] = readValue(value);
  };
}

function applyDerivation(
  draft: Draft,
  { field, from }: Derivation,
  cell: (column: string) => string | null,
): void {
  // `derive` checks that the value has the field's type.
  (draft as unknown as Record<string, unknown>)[field] = from(draft, cell);
}

/** Copies a slice, so that it does not keep its text block in memory. */
function detachedCopy(text: string): string {
  return Buffer.from(text).toString();
}
