import type { CandidateFeatures, EpaFacility, Infrastructure } from './candidate.ts';
import type { AssessedPlace } from './events/environment.ts';
import type { EventData } from './events/index.ts';

/** Distance in feet up to which a facility counts as on the parcel (spec 001 §9). */
const ON_SITE_FEET = 300;

/** Facts about a candidate from environment layers, named like its features, with the layer of each. */
export interface Assessment {
  readonly candidate_id: string;
  /** Import that the assessed features came from. */
  readonly import_id: string;
  /** Changes whenever any of the facts change. */
  readonly fingerprint: number;
  /** Ids of the site layers that cover the candidate. */
  readonly consulted: readonly string[];
  readonly ios_epa_facilities: EpaFacility[] | null;
  readonly closest_interchange: Infrastructure | null;
  readonly closest_rail_facility: Infrastructure | null;
  readonly closest_airport_cargo: Infrastructure | null;
  readonly closest_distribution_center: Infrastructure | null;
  readonly ios_flood_zone: string | null;
  readonly ios_is_100_year_flood: boolean | null;
  readonly flood_layer: string | null;
  readonly ios_soil_contamination: string | null;
  readonly ios_soil_drainage: string | null;
  readonly soil_layer: string | null;
}

type Flood = Pick<CandidateFeatures, 'ios_flood_zone' | 'ios_is_100_year_flood'>;

/** Returns true if the candidate's own file states its flood zone or flood flag; both are then taken from the file. */
export const hasOwnFlood = ({ ios_flood_zone, ios_is_100_year_flood }: Partial<Flood>): boolean =>
  (ios_flood_zone ?? ios_is_100_year_flood ?? null) !== null;

/** Returns true if the candidate's own file states its soil contamination or drainage; both are then taken from the file. */
const hasOwnSoil = ({ ios_soil_contamination, ios_soil_drainage }: CandidateFeatures): boolean =>
  (ios_soil_contamination ?? ios_soil_drainage) !== null;

/** Returns a candidate's features, with facts from the layers where its own file has none. */
export function withAssessment<Features extends CandidateFeatures>(
  own: Features,
  assessment: Assessment | null | undefined,
): Features {
  if (!assessment) return own;
  const flood = hasOwnFlood(own) ? own : assessment;
  const soil = hasOwnSoil(own) ? own : assessment;
  return {
    ...own,
    ios_epa_facilities: own.ios_epa_facilities ?? assessment.ios_epa_facilities,
    closest_interchange: own.closest_interchange ?? assessment.closest_interchange,
    closest_rail_facility: own.closest_rail_facility ?? assessment.closest_rail_facility,
    closest_airport_cargo: own.closest_airport_cargo ?? assessment.closest_airport_cargo,
    closest_distribution_center: own.closest_distribution_center ?? assessment.closest_distribution_center,
    ios_flood_zone: flood.ios_flood_zone,
    ios_is_100_year_flood: flood.ios_is_100_year_flood,
    ios_soil_contamination: soil.ios_soil_contamination,
    ios_soil_drainage: soil.ios_soil_drainage,
  };
}

type Layers = Pick<Assessment, 'consulted' | 'flood_layer' | 'soil_layer'>;

/** Returns the layers of an assessment without those whose facts the candidate's own file replaces. */
export const layersInUse = (
  own: CandidateFeatures,
  { consulted, flood_layer, soil_layer }: Layers,
): Layers => ({
  consulted: own.ios_epa_facilities === null ? consulted : [],
  flood_layer: hasOwnFlood(own) ? null : flood_layer,
  soil_layer: hasOwnSoil(own) ? null : soil_layer,
});

/** Returns the assessments in an event, with its indexes resolved to layers, places and sites. */
export function assessmentsOf(data: EventData<'CandidatesAssessed'>): Assessment[] {
  const layerOf = (index: number | undefined) => (index === undefined ? null : (data.layers[index] ?? null));
  const placeOf = (nearest: AssessedPlace): Infrastructure | null => {
    const place = nearest && data.places[nearest[0]];
    if (!place) return null;
    const { layer, name, importance } = place;
    return { name, distance_meters: nearest[1], importance, layer_id: layerOf(layer) ?? '' };
  };
  return data.rows.map(
    ([
      candidate_id,
      import_id,
      fingerprint,
      consulted,
      sites,
      interchange,
      rail,
      airport,
      center,
      floodAt,
      soilAt,
    ]) => {
      const flood = floodAt === null ? undefined : data.floods[floodAt];
      const soil = soilAt === null ? undefined : data.soils[soilAt];
      return {
        candidate_id,
        import_id,
        fingerprint,
        consulted: consulted.flatMap((index) => layerOf(index) ?? []),
        ios_epa_facilities: sites && sitesOf(data, sites),
        closest_interchange: placeOf(interchange),
        closest_rail_facility: placeOf(rail),
        closest_airport_cargo: placeOf(airport),
        closest_distribution_center: placeOf(center),
        ios_flood_zone: flood?.zone ?? null,
        ios_is_100_year_flood: flood?.is_100_year ?? null,
        flood_layer: layerOf(flood?.layer),
        ios_soil_contamination: soil?.contamination ?? null,
        ios_soil_drainage: soil?.drainage ?? null,
        soil_layer: layerOf(soil?.layer),
      };
    },
  );
}

function sitesOf(
  { sites, layers }: EventData<'CandidatesAssessed'>,
  pairs: readonly number[],
): EpaFacility[] {
  const facilities: EpaFacility[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const site = sites[pairs[at] as number];
    const feet = pairs[at + 1] as number;
    if (site === undefined) continue;
    const { layer, ...facts } = site;
    facilities.push({
      ...facts,
      distance_feet: feet,
      is_onsite: feet <= ON_SITE_FEET,
      layer_id: layers[layer] ?? '',
    });
  }
  return facilities;
}
