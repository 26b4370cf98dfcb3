import {
  type EnvironmentLayer,
  type Facility,
  FEET_PER_METER,
  type LayerKind,
  METERS_PER_MILE,
  SITE_KINDS,
} from '@landline/event-schemas';
import { AreaIndex } from './area-index.ts';
import { Fingerprint, hashOf } from './fingerprint.ts';
import { PointIndex, SearchResults } from './point-index.ts';

/** Sites count within one mile (spec 001 §9). */
export const SITE_FEET = 5_280;
const SITE_METERS = SITE_FEET / FEET_PER_METER;

/**
 * Search radius for infrastructure in meters, farther than scoring gives points for interchanges (30 km, spec 001 §9) or trucks
 * carry air cargo. Without a facility in it, the distance is unknown, because the layer may not cover the area.
 */
export const PLACE_KINDS = {
  interchange: 50_000,
  rail: 50_000,
  airport: 100_000,
  distribution_center: 50_000,
} as const satisfies Partial<Record<LayerKind, number>>;
type PlaceKind = keyof typeof PLACE_KINDS;
/** Order of the kinds in a view. */
const PLACES = Object.keys(PLACE_KINDS) as PlaceKind[];

export interface LayerWithFacilities {
  readonly layer: EnvironmentLayer;
  readonly facilities: readonly Facility[];
}

/** A facility and the index of its layer. */
interface LayerFacility {
  readonly layer: number;
  readonly facility: Facility;
  readonly hash: number;
}

/** Facilities around a place, as indexes. `find` reuses the view. */
export interface View {
  /** Site layers that cover the place; empty if none does. */
  readonly consulted: number[];
  /** Number of sites within a mile. The arrays hold the sites and their distances in feet, nearest first. */
  siteCount: number;
  readonly sites: Uint32Array;
  readonly feet: Float64Array;
  /** Nearest facility of each of `PLACE_KINDS` and its distance in meters; -1 if there is none. */
  readonly places: Int32Array;
  readonly meters: Float64Array;
  /** Area that contains the place; -1 if none does. */
  flood: number;
  soil: number;
  /** Hash of everything above. */
  fingerprint: number;
}

const REACH = PLACES.map((kind) => PLACE_KINDS[kind]);

const tenths = (value: number): number => Math.round(value * 10) / 10;
const isSite = (kind: LayerKind): boolean => (SITE_KINDS as readonly LayerKind[]).includes(kind);

/** Layers indexed for lookups: built once, queried a million times. */
export class Surroundings {
  readonly layers: readonly EnvironmentLayer[];
  readonly sites: readonly LayerFacility[];
  /** In the order of `PLACE_KINDS`. */
  readonly places: readonly (readonly LayerFacility[])[];
  readonly floods: readonly LayerFacility[];
  readonly soils: readonly LayerFacility[];
  readonly #siteIndex: PointIndex;
  /** Sites of the layers with limited coverage. */
  readonly #local: { layer: number; meters: number; index: PointIndex }[];
  readonly #everywhere: number[];
  readonly #placeIndexes: readonly PointIndex[];
  readonly #siteHashes: Int32Array;
  readonly #floodIndex: AreaIndex;
  readonly #soilIndex: AreaIndex;
  readonly #siteResults = new SearchResults();
  readonly #fingerprint = new Fingerprint();
  readonly #layerHashes: readonly number[];

  constructor(layersWithFacilities: readonly LayerWithFacilities[]) {
    const sorted = [...layersWithFacilities].sort((a, b) => (a.layer.layer_id < b.layer.layer_id ? -1 : 1));
    this.layers = sorted.map(({ layer }) => layer);
    this.#layerHashes = this.layers.map(({ layer_id }) => hashOf(layer_id));
    const facilitiesOf = (isIncluded: (kind: LayerKind) => boolean) =>
      sorted.flatMap(({ layer, facilities }, index) =>
        isIncluded(layer.kind)
          ? facilities.map((facility) => ({
              layer: index,
              facility,
              hash: hashOf(`${layer.layer_id}\n${facility.facility_id}`),
            }))
          : [],
      );
    this.sites = facilitiesOf(isSite);
    this.#siteIndex = indexOf(this.sites);
    this.#everywhere = [];
    this.#local = [];
    for (const [index, { kind, coverage_miles }] of this.layers.entries()) {
      if (!isSite(kind)) continue;
      if (coverage_miles === null) this.#everywhere.push(index);
      else {
        const layerSites = this.sites.filter(({ layer }) => layer === index);
        this.#local.push({
          layer: index,
          meters: coverage_miles * METERS_PER_MILE,
          index: indexOf(layerSites),
        });
      }
    }
    this.places = PLACES.map((kind) => facilitiesOf((layerKind) => layerKind === kind));
    this.#placeIndexes = this.places.map(indexOf);
    this.#siteHashes = Int32Array.from(this.sites, ({ hash }) => hash);
    this.floods = facilitiesOf((kind) => kind === 'flood');
    this.#floodIndex = areasOf(this.floods);
    this.soils = facilitiesOf((kind) => kind === 'soil');
    this.#soilIndex = areasOf(this.soils);
  }

  /** Allocates a view. */
  view(): View {
    return {
      consulted: [],
      siteCount: 0,
      sites: new Uint32Array(0),
      feet: new Float64Array(0),
      places: new Int32Array(PLACES.length).fill(-1),
      meters: new Float64Array(PLACES.length),
      flood: -1,
      soil: -1,
      fingerprint: 0,
    };
  }

  /** Finds the facilities around a place; undefined if no layer covers it. The view is valid until the next call. */
  find(latitude: number, longitude: number, view: View): View | undefined {
    const fingerprint = this.#fingerprint.begin();
    this.#findSites(latitude, longitude, view);
    let isKnown = view.consulted.length > 0;
    for (const layer of view.consulted) fingerprint.add(this.#layerHashes[layer] as number);
    for (let at = 0; at < view.siteCount; at++) {
      fingerprint.add(this.#siteHashes[view.sites[at] as number] as number);
      fingerprint.add((view.feet[at] as number) * 10);
    }
    for (let kind = 0; kind < PLACES.length; kind++) {
      const index = this.#placeIndexes[kind] as PointIndex;
      const reach = REACH[kind] as number;
      const nearest = index.size === 0 ? -1 : index.nearest(latitude, longitude, reach);
      const meters = nearest < 0 ? 0 : tenths(index.distance);
      view.places[kind] = nearest;
      view.meters[kind] = meters;
      if (nearest < 0) continue;
      isKnown = true;
      fingerprint.add(kind + 1);
      fingerprint.add(this.places[kind]?.[nearest]?.hash ?? 0);
      fingerprint.add(meters * 10);
    }
    view.flood = this.#worst(this.#floodIndex, this.floods, latitude, longitude, floodSeverity);
    view.soil = this.#worst(this.#soilIndex, this.soils, latitude, longitude, soilSeverity);
    fingerprint.add(view.flood < 0 ? 0 : (this.floods[view.flood] as LayerFacility).hash);
    fingerprint.add(view.soil < 0 ? 0 : (this.soils[view.soil] as LayerFacility).hash);
    isKnown ||= view.flood >= 0 || view.soil >= 0;
    view.fingerprint = fingerprint.end();
    return isKnown ? view : undefined;
  }

  #findSites(latitude: number, longitude: number, view: View): void {
    const results = this.#siteResults;
    results.count = 0;
    view.consulted.length = 0;
    if (this.sites.length > 0) this.#siteIndex.within(latitude, longitude, SITE_METERS, results);
    const writable = view as { sites: Uint32Array; feet: Float64Array };
    if (view.sites.length < results.count) {
      writable.sites = new Uint32Array(results.indexes.length);
      writable.feet = new Float64Array(results.indexes.length);
    }
    view.siteCount = results.count;
    for (let at = 0; at < results.count; at++) {
      view.sites[at] = results.indexes[at] as number;
      view.feet[at] = tenths((results.meters[at] as number) * FEET_PER_METER);
    }
    for (const layer of this.#everywhere) view.consulted.push(layer);
    for (const { layer, meters, index } of this.#local) {
      if (this.#has(layer, view) || index.nearest(latitude, longitude, meters) >= 0)
        view.consulted.push(layer);
    }
  }

  #has(layer: number, { siteCount, sites }: View): boolean {
    for (let at = 0; at < siteCount; at++) if (this.sites[sites[at] as number]?.layer === layer) return true;
    return false;
  }

  /** Returns the most severe of overlapping areas; -1 when none contains the place. */
  #worst(
    index: AreaIndex,
    areas: readonly LayerFacility[],
    latitude: number,
    longitude: number,
    severity: (facility: Facility) => number,
  ): number {
    if (areas.length === 0) return -1;
    let worst = -1;
    let highest = -1;
    index.containing(latitude, longitude, (at) => {
      const current = severity((areas[at] as LayerFacility).facility);
      if (current <= highest) return;
      highest = current;
      worst = at;
    });
    return worst;
  }
}

function floodSeverity({ flood_zone, is_100_year_flood }: Facility): number {
  if (is_100_year_flood === true) return 3;
  const zone = (flood_zone ?? '').trim().toUpperCase();
  if (zone.startsWith('V')) return 2;
  return zone.startsWith('X') || zone === '' ? 0 : 1;
}

function soilSeverity({ soil_contamination }: Facility): number {
  const text = (soil_contamination ?? '').toLowerCase();
  if (/high|severe/.test(text)) return 3;
  if (/moderate|medium/.test(text)) return 2;
  return text === '' ? 0 : 1;
}

const indexOf = (facilities: readonly LayerFacility[]) =>
  new PointIndex(facilities.map(({ facility }) => facility));
const areasOf = (facilities: readonly LayerFacility[]) =>
  new AreaIndex(facilities.map(({ facility }) => facility.polygons ?? []));
