import type { AssessedPlace, AssessedRow, EventData } from '@landline/event-schemas';
import type { Surroundings, View } from '@landline/scoring-engine/nearby/surroundings';

type Tables = Pick<
  EventData<'CandidatesAssessed'>,
  'layers' | 'sites' | 'places' | 'floods' | 'soils' | 'rows'
>;

/** Maximum rows and estimated bytes per event; an append is limited to 1 MiB. */
const MAX_ROWS = 2_000;
const MAX_BYTES = 800_000;
/** Estimated bytes of an index with a distance, of a row's ids, and of a place without its name. */
const PAIR_BYTES = 14;
const ROW_BYTES = 220;
const PLACE_BYTES = 60;

/** Stores each facility once per event, even if many candidates are near it. */
class Dictionary<Entry> {
  entries: Entry[] = [];
  readonly #indexes = new Map<number, number>();

  indexOf(key: number, make: () => Entry): [index: number, isNew: boolean] {
    const existingIndex = this.#indexes.get(key);
    if (existingIndex !== undefined) return [existingIndex, false];
    const index = this.entries.push(make()) - 1;
    this.#indexes.set(key, index);
    return [index, true];
  }

  take(): Entry[] {
    const { entries } = this;
    this.entries = [];
    this.#indexes.clear();
    return entries;
  }
}

/** Collects candidates and their surroundings for one event. */
export class AssessmentChunk {
  readonly #surroundings: Surroundings;
  readonly #sites = new Dictionary<Tables['sites'][number]>();
  readonly #places = new Dictionary<Tables['places'][number]>();
  readonly #floods = new Dictionary<Tables['floods'][number]>();
  readonly #soils = new Dictionary<Tables['soils'][number]>();
  #rows: AssessedRow[] = [];
  #bytes = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  get size(): number {
    return this.#rows.length;
  }

  get isFull(): boolean {
    return this.#rows.length >= MAX_ROWS || this.#bytes >= MAX_BYTES;
  }

  /** Adds a candidate with its surroundings; without a view, its assessment becomes empty. */
  add(candidateId: string, importId: string, view: View | undefined): void {
    this.#bytes += ROW_BYTES + (view?.siteCount ?? 0) * PAIR_BYTES;
    const isCovered = view !== undefined && view.consulted.length > 0;
    this.#rows.push([
      candidateId,
      importId,
      view?.fingerprint ?? 0,
      view ? [...view.consulted] : [],
      isCovered ? this.#sitesIn(view) : null,
      this.#place(view, 0),
      this.#place(view, 1),
      this.#place(view, 2),
      this.#place(view, 3),
      this.#flood(view),
      this.#soil(view),
    ]);
  }

  /** Returns the tables of the event and empties the chunk. */
  take(): Tables {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    return {
      layers: this.#surroundings.layers.map(({ layer_id }) => layer_id),
      sites: this.#sites.take(),
      places: this.#places.take(),
      floods: this.#floods.take(),
      soils: this.#soils.take(),
      rows,
    };
  }

  #sitesIn(view: View): number[] {
    const pairs: number[] = [];
    for (let at = 0; at < view.siteCount; at++) {
      const index = view.sites[at] as number;
      pairs.push(this.#site(index), view.feet[at] as number);
    }
    return pairs;
  }

  #site(index: number): number {
    const site = this.#surroundings.sites[index] as Surroundings['sites'][number]; // an index of the view
    const [at, isNew] = this.#sites.indexOf(index, () => {
      const { contamination_type, regulatory_status, risk_level, ...facility } = site.facility;
      const { site_address, notification_date, closure_date } = facility;
      return {
        layer: site.layer,
        site_name: facility.name,
        source: facility.source ?? '',
        contamination_type,
        regulatory_status,
        risk_level,
        site_address,
        notification_date,
        closure_date,
      };
    });
    if (isNew) this.#bytes += JSON.stringify(this.#sites.entries[at]).length * 2;
    return at;
  }

  #place(view: View | undefined, kind: number): AssessedPlace {
    const index = view?.places[kind] ?? -1;
    const place = index < 0 ? undefined : this.#surroundings.places[kind]?.[index];
    if (view === undefined || place === undefined) return null;
    const { layer, facility } = place;
    const { name, importance } = facility;
    // Combines the index and its kind (one of four) into one key.
    const [at, isNew] = this.#places.indexOf(index * 4 + kind, () => ({ layer, name, importance }));
    if (isNew) this.#bytes += PLACE_BYTES + name.length * 2;
    return [at, view.meters[kind] as number];
  }

  #flood(view: View | undefined): number | null {
    const flood = view && this.#surroundings.floods[view.flood];
    if (!flood) return null;
    const { flood_zone: zone, is_100_year_flood: is_100_year } = flood.facility;
    return this.#floods.indexOf(view.flood, () => ({ layer: flood.layer, zone, is_100_year }))[0];
  }

  #soil(view: View | undefined): number | null {
    const soil = view && this.#surroundings.soils[view.soil];
    if (!soil) return null;
    const { soil_contamination: contamination, soil_drainage: drainage } = soil.facility;
    return this.#soils.indexOf(view.soil, () => ({ layer: soil.layer, contamination, drainage }))[0];
  }
}
