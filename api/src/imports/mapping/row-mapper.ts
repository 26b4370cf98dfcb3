import type { CandidateFeatures } from '@landline/event-schemas';
import { candidateId } from '@landline/event-schemas/candidate-id';
import type { MappingOverrides, RejectedRow } from '../contract.ts';
import type { ImportField } from '../fields.ts';
import type { SourceBatch, SourceRow } from '../reading/source.ts';
import { bindColumns } from './bind-columns.ts';
import { GENERAL_DERIVATIONS } from './derived.ts';
import { type Draft, emptyDraft, READERS, toFeatures } from './draft.ts';
import { type Derivation, normalName, type Profile } from './profile.ts';
import { messageOf, reject } from './rejected.ts';
import { readText, ValueError } from './values.ts';

/** Longest parcel number; what is longer is no number. */
const APN_LIMIT = 100;

/** ASCII that JSON writes as it is: neither quote nor backslash nor control character. */
const PLAIN = /^[ !#-[\]-~]*$/;

export interface MappedRow {
  readonly line: number;
  readonly candidate: CandidateFeatures;
  /** Characters that it takes in the file. */
  readonly length: number;
  /** No character of it needs more than one byte in JSON. */
  readonly isPlain: boolean;
}

/** What has become of some rows, in file order within each list. */
export interface MappedBatch {
  readonly rows: readonly (MappedRow | RejectedRow)[];
  readonly bytesRead: number;
}

export const isRejected = (row: object): row is RejectedRow => 'reason' in row;

/** A column of the file and the field that it fills. */
export interface Binding {
  readonly column: string;
  readonly index: number;
  readonly field: ImportField;
  /** Reads a value into its field. Throws a ValueError. */
  readonly fill: (draft: Draft, value: unknown) => void;
}

interface MapperOptions {
  profile: Profile;
  /** What the caller decides otherwise: these columns are taken away from the profile altogether. */
  overrides?: MappingOverrides | undefined;
  datasetKey: string;
}

/** Rows of a file to candidates. Give it every row of a file, in order: it remembers the parcel numbers. */
export class RowMapper {
  readonly #profile: Profile;
  readonly #overrides: MappingOverrides;
  readonly #datasetKey: string;
  readonly #derivations: readonly Derivation[];
  #columnCount = 0;
  #bindings: readonly Binding[] = [];
  /** Columns that derivations may look at, by the profile's name for them. */
  #cells = new Map<string, number>();
  /** The line on which each parcel number was first seen. */
  readonly #lineOfApn = new Map<string, number>();

  constructor({ profile, overrides = {}, datasetKey }: MapperOptions) {
    this.#profile = profile;
    this.#overrides = overrides;
    this.#datasetKey = datasetKey;
    this.#derivations = [...(profile.derived ?? []), ...GENERAL_DERIVATIONS];
  }

  map(batch: SourceBatch): MappedBatch {
    // JSON rows bring new columns as they come.
    if (batch.columns.length !== this.#columnCount) this.#bind(batch.columns);
    return { rows: batch.rows.map((row) => this.#mapRow(row)), bytesRead: batch.bytesRead };
  }

  /** Which field each column fills, as far as the columns are known. */
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
        Object.hasOwn(this.#overrides, column) ? [] : [[normalName(column), index]],
      ),
    );
  }

  #mapRow(row: SourceRow): MappedRow | RejectedRow {
    if (row.problem !== undefined) return reject(row, [row.problem]);
    const { values, line } = row;
    const draft = emptyDraft();
    const reasons: string[] = [];
    let isApnUnread = false;
    for (const { column, index, field, fill } of this.#bindings) {
      const value = values[index];
      if (value === '') continue;
      try {
        fill(draft, value);
      } catch (error) {
        reasons.push(`${column}: ${messageOf(error)}`);
        isApnUnread ||= field === 'apn';
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
      const refusal = this.#profile.refuse?.(cell);
      if (refusal !== undefined) return reject(row, [...reasons, refusal]);
      for (const derivation of this.#derivations) {
        if (draft[derivation.field] === null) derived(draft, derivation, cell);
      }
      const { apn } = draft;
      if (apn === null) return reject(row, isApnUnread ? reasons : [...reasons, 'Has no APN']);
      if (apn.length > APN_LIMIT) {
        return reject(row, [...reasons, `Its APN is longer than ${APN_LIMIT} characters`]);
      }
      const before = this.#lineOfApn.get(apn);
      if (before !== undefined) {
        return reject(row, [...reasons, `APN ${apn} on line ${line} was already on line ${before}`]);
      }
      if (reasons.length > 0) return reject(row, reasons);
      const candidate = toFeatures({ ...draft, apn }, candidateId(this.#datasetKey, apn));
      this.#lineOfApn.set(detached(apn), line);
      return { line, candidate, length: row.raw.length, isPlain: PLAIN.test(row.raw) };
    } catch (error) {
      return reject(row, [...reasons, messageOf(error)]);
    }
  }
}

function filler<Field extends ImportField>(field: Field): Binding['fill'] {
  const read = READERS[field];
  return (draft, value) => {
    draft[field] = read(value);
  };
}

function derived(draft: Draft, { field, from }: Derivation, cell: (column: string) => string | null): void {
  // `derive` has seen to it that the value is one of the field's.
  (draft as unknown as Record<string, unknown>)[field] = from(draft, cell);
}

/** A copy that does not keep the block of text alive from which it was cut. */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}
