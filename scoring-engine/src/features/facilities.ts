import type { EpaFacility } from '@landline/event-schemas';
import { RowClasses } from './row-classes.ts';

/** Facilities near candidates as concatenated columns, in which each candidate has a range. */
export interface FacilityColumns {
  /** `class * 2`, plus 1 for an on-site facility. */
  readonly kind: Uint32Array<SharedArrayBuffer>;
  readonly feet: Float64Array<SharedArrayBuffer>;
}

/** Distinct combinations of facility texts. */
export type FacilityClasses = RowClasses<EpaFacility, 'source' | 'contamination_type'>;

/**
 * The facilities of one dataset's candidates. A candidate whose facilities outgrow its range gets a new one; the old
 * range is not reused.
 */
export class Facilities {
  readonly classes: FacilityClasses = new RowClasses(['source', 'contamination_type']);
  #columns: FacilityColumns = allocate(16);
  #size = 0;

  get columns(): FacilityColumns {
    return this.#columns;
  }

  /**
   * Stores a candidate's facilities in its old range if they fit, otherwise in a new one at the end. Returns the start
   * of the range.
   */
  put(facilities: readonly EpaFacility[], before: { start: number; capacity: number }): number {
    const isInPlace = facilities.length <= before.capacity;
    const start = isInPlace ? before.start : this.#size;
    if (!isInPlace) this.#size += facilities.length;
    while (this.#size > this.#columns.kind.length) this.#grow();
    for (const [at, facility] of facilities.entries()) {
      this.#columns.kind[start + at] = this.classes.classOf(facility) * 2 + (facility.is_onsite ? 1 : 0);
      this.#columns.feet[start + at] = facility.distance_feet;
    }
    return start;
  }

  /** Returns the facilities of a range with the fields that scoring reads. */
  range(start: number, end: number): EpaFacility[] {
    return Array.from({ length: end - start }, (_, at) => {
      const kind = this.#columns.kind[start + at] ?? 0;
      const { source = '', contamination_type = null } = this.classes.at(kind >> 1) ?? {};
      return {
        site_name: '',
        source,
        contamination_type,
        regulatory_status: null,
        distance_feet: this.#columns.feet[start + at] ?? 0,
        is_onsite: (kind & 1) === 1,
        risk_level: null,
      };
    });
  }

  #grow(): void {
    const grown = allocate(this.#columns.kind.length * 2);
    grown.kind.set(this.#columns.kind);
    grown.feet.set(this.#columns.feet);
    this.#columns = grown;
  }
}

function allocate(capacity: number): FacilityColumns {
  return {
    kind: new Uint32Array(new SharedArrayBuffer(capacity * 4)),
    feet: new Float64Array(new SharedArrayBuffer(capacity * 8)),
  };
}
