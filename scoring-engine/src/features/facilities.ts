import type { EpaFacility } from '@landline/event-schemas';
import { RowClasses } from './classes.ts';

/** Facilities near candidates, as columns after each other; a candidate has a range of them. */
export interface FacilityColumns {
  /** `class * 2`, and 1 more when its source calls it on-site. */
  readonly kind: Uint32Array<SharedArrayBuffer>;
  readonly feet: Float64Array<SharedArrayBuffer>;
}

/** What kind of facility one is: its texts. */
export type FacilityClasses = RowClasses<EpaFacility, 'source' | 'contamination_type'>;

/** The facilities of one dataset's candidates. A candidate that gets more of them than it had leaves its old range behind. */
export class Facilities {
  readonly classes: FacilityClasses = new RowClasses(['source', 'contamination_type']);
  #columns: FacilityColumns = allocate(16);
  #size = 0;

  get columns(): FacilityColumns {
    return this.#columns;
  }

  /** Where the range of these facilities begins: in place of a range of at least as many, else at the end. */
  put(facilities: readonly EpaFacility[], before: { start: number; count: number }): number {
    const isInPlace = facilities.length <= before.count;
    const start = isInPlace ? before.start : this.#size;
    if (!isInPlace) this.#size += facilities.length;
    while (this.#size > this.#columns.kind.length) this.#grow();
    for (const [at, facility] of facilities.entries()) {
      this.#columns.kind[start + at] = this.classes.classOf(facility) * 2 + (facility.is_onsite ? 1 : 0);
      this.#columns.feet[start + at] = facility.distance_feet;
    }
    return start;
  }

  /** The facilities of a range, as far as scoring knows them. */
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
