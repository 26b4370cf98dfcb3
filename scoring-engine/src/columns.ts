import {
  type Assessment,
  type CandidateFeatures,
  type EpaFacility,
  hasOwnFlood,
  type PropertyType,
  UNKNOWN_FEATURES,
} from '@landline/event-schemas';
import { CandidateIds, uuidAt } from './features/candidate-ids.ts';
import { Facilities, type FacilityClasses, type FacilityColumns } from './features/facilities.ts';
import { CLASS_FIELDS, MEASURES, measureOf } from './features/measures.ts';
import { RowClasses } from './features/row-classes.ts';

/** Sentinel for an unknown number: negative, and small enough to stay in the first lookup cell. Columns never hold NaN. */
const UNKNOWN = -1e-300;

/** Environment flags of a candidate: its facilities were looked up, and it lies in the 100-year flood zone. */
export const FACILITIES_KNOWN = 1;
export const IN_FLOOD_ZONE = 2;
/** Flags for facts from the candidate's own file, which layers must not override. */
const OWN_FACILITIES = 4;
const OWN_FLOOD = 8;
const OWN_INTERCHANGE = 16;
const OWN_RAIL = 32;
const INTERCHANGE = MEASURES.ios.indexOf('interchange');
const RAIL = MEASURES.ios.indexOf('rail');

/** Columns as the kernel reads them, from any thread. Arrays span the capacity; `size` entries are in use. */
export interface ColumnViews {
  readonly size: number;
  /** Larger than `size`, so that a loop may read one candidate ahead. */
  readonly capacity: number;
  /** One column of `capacity` numbers for each of `MEASURES`, concatenated; negative numbers are unknown. */
  readonly measures: Float64Array<SharedArrayBuffer>;
  readonly classes: Int32Array<SharedArrayBuffer>;
  /** Adjustment from the candidate's own classification, in tenths of a point. */
  readonly adjustment: Int16Array<SharedArrayBuffer>;
  /** IOS only: environment facts. */
  readonly facilities: FacilityColumns;
  readonly facilityStart: Uint32Array<SharedArrayBuffer>;
  readonly facilityCount: Uint16Array<SharedArrayBuffer>;
  readonly flags: Uint8Array<SharedArrayBuffer>;
}

/** Maximum number of environment tables with cached grades: the current ones and those being published. */
const MAX_REMEMBERED_ENVIRONMENTS = 2;
const MAX_FACILITIES = 65_535;

/**
 * The candidates of one dataset as columns in shared memory, in order of first import. They take less than 100 bytes
 * per candidate, including its id, plus 12 bytes per facility.
 */
export class CandidateColumns {
  readonly propertyType: PropertyType;
  /** Distinct combinations of `CLASS_FIELDS`; `views.classes` holds indexes into them. */
  readonly classes: RowClasses<Partial<CandidateFeatures>, keyof CandidateFeatures>;
  readonly #ids: CandidateIds;
  readonly #facilities = new Facilities();
  readonly #environments = new Map<string, Uint8Array<SharedArrayBuffer>>();
  #columns: Omit<ColumnViews, 'size' | 'facilities'>;
  /** Length of each candidate's range in `#facilities`, which can exceed its number of facilities. */
  #facilityCapacity: Uint16Array;

  private constructor(propertyType: PropertyType, capacity: number) {
    this.propertyType = propertyType;
    this.classes = new RowClasses(CLASS_FIELDS[propertyType]);
    this.#ids = new CandidateIds(capacity);
    this.#columns = allocate(propertyType, capacity);
    this.#facilityCapacity = new Uint16Array(this.#columns.facilityCount.length);
  }

  static create(propertyType: PropertyType, capacity = 1_024): CandidateColumns {
    return new CandidateColumns(propertyType, Math.max(16, capacity));
  }

  get size(): number {
    return this.#ids.size;
  }

  get views(): ColumnViews {
    return { ...this.#columns, size: this.size, facilities: this.#facilities.columns };
  }

  /** Facility texts; `views.facilities.kind` holds indexes into them, times two. */
  get facilityClasses(): FacilityClasses {
    return this.#facilities.classes;
  }

  /**
   * Adds a candidate or replaces the facts of its file; keeps its adjustment and the layer facts that the file does not
   * state. A fact that the previous file stated and this one omits becomes unknown until the next assessment. Returns its index.
   */
  upsert(id: string, row: Partial<CandidateFeatures>): number {
    const sizeBefore = this.#ids.size;
    const index = this.#ids.add(id);
    if (index + 1 >= this.#columns.capacity) this.#grow();
    const { capacity, measures, classes, flags } = this.#columns;
    const isIos = this.propertyType === 'ios';
    const flagsBefore = isIos && index < sizeBefore ? (flags[index] ?? 0) : 0;
    const ownNow = isIos ? ownFlags(row) : 0;
    for (const [at, name] of MEASURES[this.propertyType].entries()) {
      const ownFlag = !isIos ? 0 : at === INTERCHANGE ? OWN_INTERCHANGE : at === RAIL ? OWN_RAIL : 0;
      if (index < sizeBefore && ownFlag !== 0 && ((flagsBefore | ownNow) & ownFlag) === 0) continue;
      const measure = measureOf(row, name);
      measures[at * capacity + index] = Number.isNaN(measure) ? UNKNOWN : measure;
    }
    classes[index] = this.classes.classOf(row);
    if (isIos) {
      const keptLookup = ((flagsBefore | ownNow) & OWN_FACILITIES) === 0 ? flagsBefore & FACILITIES_KNOWN : 0;
      const floodFlag =
        ((flagsBefore | ownNow) & OWN_FLOOD) === 0
          ? flagsBefore & IN_FLOOD_ZONE
          : row.ios_is_100_year_flood
            ? IN_FLOOD_ZONE
            : 0;
      if (row.ios_epa_facilities) this.#putFacilities(index, row.ios_epa_facilities);
      flags[index] = ownNow | floodFlag | (row.ios_epa_facilities ? FACILITIES_KNOWN : keptLookup);
      this.#forgetGrade(index);
    }
    return index;
  }

  /** Applies layer facts to a candidate where its own file states none. Ignores unknown candidates. */
  assess(assessment: Assessment): void {
    const index = this.#ids.indexOf(assessment.candidate_id);
    if (index < 0 || this.propertyType !== 'ios') return;
    const { capacity, measures, flags } = this.#columns;
    const flag = flags[index] ?? 0;
    const { closest_interchange, closest_rail_facility, ios_epa_facilities, ios_is_100_year_flood } =
      assessment;
    if ((flag & OWN_INTERCHANGE) === 0)
      measures[INTERCHANGE * capacity + index] = closest_interchange?.distance_meters ?? UNKNOWN;
    if ((flag & OWN_RAIL) === 0)
      measures[RAIL * capacity + index] = closest_rail_facility?.distance_meters ?? UNKNOWN;
    let after = flag;
    if ((flag & OWN_FACILITIES) === 0) {
      if (ios_epa_facilities) this.#putFacilities(index, ios_epa_facilities);
      after = (after & ~FACILITIES_KNOWN) | (ios_epa_facilities ? FACILITIES_KNOWN : 0);
    }
    if ((flag & OWN_FLOOD) === 0)
      after = (after & ~IN_FLOOD_ZONE) | (ios_is_100_year_flood ? IN_FLOOD_ZONE : 0);
    flags[index] = after;
    this.#forgetGrade(index);
  }

  #putFacilities(index: number, nearby: readonly EpaFacility[]): void {
    const { facilityStart, facilityCount } = this.#columns;
    const facilities = nearby.slice(0, MAX_FACILITIES);
    const capacity = this.#facilityCapacity[index] ?? 0;
    const before = { start: facilityStart[index] ?? 0, capacity };
    facilityStart[index] = this.#facilities.put(facilities, before);
    facilityCount[index] = facilities.length;
    this.#facilityCapacity[index] = Math.max(capacity, facilities.length);
  }

  #forgetGrade(index: number): void {
    for (const environment of this.#environments.values()) environment[index] = 0;
  }

  /** Returns -1 for an unknown id. */
  indexOf(id: string): number {
    return this.#ids.indexOf(id);
  }

  /** Returns features that yield the same score; fields that scoring does not read are null. */
  featuresOf(index: number): CandidateFeatures {
    const { capacity, measures, classes } = this.#columns;
    const features: Partial<Record<keyof CandidateFeatures, unknown>> = {
      ...this.classes.at(classes[index] ?? -1),
    };
    for (const [at, name] of MEASURES[this.propertyType].entries()) {
      const value = measures[at * capacity + index] ?? UNKNOWN;
      if (value < 0) continue;
      if (name === 'interchange') features.closest_interchange = unnamedFacilityAt(value);
      else if (name === 'rail') features.closest_rail_facility = unnamedFacilityAt(value);
      else features[name] = value;
    }
    if (this.propertyType === 'ios') Object.assign(features, this.#environmentOf(index));
    // All fields are present, each as `upsert` received it.
    return {
      ...UNKNOWN_FEATURES,
      ...features,
      id: uuidAt(this.#ids.bytes, index),
      apn: '',
    } as CandidateFeatures;
  }

  #environmentOf(index: number): Pick<CandidateFeatures, 'ios_epa_facilities' | 'ios_is_100_year_flood'> {
    const { flags, facilityStart, facilityCount } = this.#columns;
    const flag = flags[index] ?? 0;
    const start = facilityStart[index] ?? 0;
    return {
      ios_epa_facilities:
        (flag & FACILITIES_KNOWN) === 0
          ? null
          : this.#facilities.range(start, start + (facilityCount[index] ?? 0)),
      ios_is_100_year_flood: (flag & IN_FLOOD_ZONE) !== 0,
    };
  }

  /** All ids concatenated, 16 bytes each. */
  get ids(): Uint8Array<SharedArrayBuffer> {
    return this.#ids.bytes;
  }

  /** Sets the adjustment from the candidate's own classification, in tenths of a point; 0 without one. */
  setAdjustment(index: number, tenths: number): void {
    this.#columns.adjustment[index] = tenths;
  }

  /**
   * Returns the cached environmental grades for the tables with this hash: 0 not computed, 1 pending, 2 to 7 for A to F. The cache
   * outlives a model, because most models change only training.
   */
  environment(hash: string): Uint8Array<SharedArrayBuffer> {
    let grades = this.#environments.get(hash);
    if (grades === undefined || grades.length < this.#columns.capacity) {
      const grown = new Uint8Array(new SharedArrayBuffer(this.#columns.capacity));
      if (grades) grown.set(grades);
      grades = grown;
    }
    this.#environments.delete(hash);
    this.#environments.set(hash, grades);
    for (const [oldest] of this.#environments) {
      if (this.#environments.size <= MAX_REMEMBERED_ENVIRONMENTS) break;
      this.#environments.delete(oldest);
    }
    return grades;
  }

  #grow(): void {
    const before = this.#columns;
    const after = allocate(this.propertyType, before.capacity * 2);
    for (let from = 0, to = 0; from < before.measures.length; from += before.capacity, to += after.capacity) {
      after.measures.set(before.measures.subarray(from, from + before.capacity), to);
    }
    for (const name of ['classes', 'adjustment', 'facilityStart', 'facilityCount', 'flags'] as const)
      after[name].set(before[name]);
    const facilityCapacity = new Uint16Array(after.facilityCount.length);
    facilityCapacity.set(this.#facilityCapacity);
    this.#facilityCapacity = facilityCapacity;
    this.#columns = after;
  }
}

/**
 * Returns flags for the environment facts in a candidate's own file. The file states flood facts if it has either the zone or the
 * 100-year flag.
 */
function ownFlags(row: Partial<CandidateFeatures>): number {
  return (
    (row.ios_epa_facilities ? OWN_FACILITIES : 0) |
    (hasOwnFlood(row) ? OWN_FLOOD : 0) |
    (row.closest_interchange ? OWN_INTERCHANGE : 0) |
    (row.closest_rail_facility ? OWN_RAIL : 0)
  );
}

const unnamedFacilityAt = (distance_meters: number) => ({ name: '', distance_meters, importance: null });

/** Number of column values in a memory page, and in nine cache lines. */
const PAGE = 512;
const NINE_LINES = 72;

/**
 * Allocates columns for at least this many candidates. Columns that are a whole number of pages apart would compete
 * for the same cache lines, so each column starts nine cache lines later. Untouched memory is not committed, so
 * doubling the capacity is cheap.
 */
function allocate(propertyType: PropertyType, minimum: number): Omit<ColumnViews, 'size' | 'facilities'> {
  const capacity = Math.ceil(minimum / PAGE) * PAGE + NINE_LINES;
  const hasEnvironment = propertyType === 'ios';
  const allocateShared = (bytes: number) => new SharedArrayBuffer(capacity * bytes);
  return {
    capacity,
    measures: new Float64Array(allocateShared(8 * MEASURES[propertyType].length)),
    classes: new Int32Array(allocateShared(4)),
    adjustment: new Int16Array(allocateShared(2)),
    facilityStart: new Uint32Array(allocateShared(hasEnvironment ? 4 : 0)),
    facilityCount: new Uint16Array(allocateShared(hasEnvironment ? 2 : 0)),
    flags: new Uint8Array(allocateShared(hasEnvironment ? 1 : 0)),
  };
}
