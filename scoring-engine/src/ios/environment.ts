import { type CandidateFeatures, type EpaFacility, FEET_PER_METER } from '@landline/event-schemas';
import type { Environmental, Tank } from '../breakdown.ts';
import type { ScoringModel } from '../model/document.ts';
import { distanceImpact, floodImpact, gradeIndexOf, sourceOf } from '../model/environment-lookup.ts';
import { matchesRule, plainText } from '../model/lookup.ts';

type Tables = ScoringModel['environmental'];
type Facts = Pick<
  CandidateFeatures,
  'ios_epa_facilities' | 'ios_is_100_year_flood' | 'ios_flood_zone' | 'ios_soil_contamination'
>;

/**
 * Returns the environmental assessment (spec 001 §4, §9). `multiplier` is 1 until the facilities have been looked up.
 */
export function assessEnvironment(tables: Tables, facts: Facts): Environmental {
  const facilities = facts.ios_epa_facilities;
  const factors = (facilities ?? [])
    .map((facility) => weigh(tables, facility))
    .concat(facts.ios_is_100_year_flood === true ? [floodFactor(tables)] : [])
    .filter(({ hundredths }) => hundredths > 0)
    .sort((a, b) => b.hundredths - a.hundredths);
  const weighted = factors.reduce((sum, { hundredths }) => sum + hundredths, 0);
  const grade = facilities === null ? undefined : tables.grades[gradeIndexOf(tables, weighted)];
  return {
    grade: grade?.grade ?? null,
    weighted_score: grade ? weighted / 100 : null,
    multiplier: grade?.multiplier ?? 1,
    header:
      grade === undefined
        ? null
        : 'ABC'.includes(grade.grade)
          ? 'Environmental Considerations'
          : 'Environmental Concerns',
    contamination: contaminationOf(tables, facilities, grade?.grade ?? null),
    flood: floodOf(tables, facts),
    soil: soilOf(tables, facts.ios_soil_contamination),
    facilities_counted: (facilities ?? []).filter((site) => isNear(tables, site)).length,
    factors: factors.map(({ label, weight, impact }) => ({ label, weight, impact })),
    ust_lust_analysis: facilities && tankAnalysis(tables, facilities),
  };
}

function weigh(tables: Tables, facility: EpaFacility) {
  const source = sourceOf(tables, facility.source, facility.contamination_type);
  const weight = source?.weight ?? tables.unlisted.weight;
  const impact = distanceImpact(tables, facility.distance_feet, facility.is_onsite);
  const label = `${facility.site_name} (${source?.label ?? facility.source}, ${Math.round(facility.distance_feet)} ft)`;
  return { label, weight, impact: impact / 100, hundredths: weight * impact };
}

function floodFactor(tables: Tables) {
  return {
    label: '100-year flood zone',
    weight: tables.flood_100_year_weight,
    impact: distanceImpact(tables, 0, false) / 100,
    hundredths: floodImpact(tables),
  };
}

type Contamination = Environmental['contamination'];

/**
 * Returns the contamination status (spec 001 §4). It depends on the findings and, for nearby contamination, also on
 * the grade; the model's `why` gives the reason.
 */
function contaminationOf(
  tables: Tables,
  facilities: readonly EpaFacility[] | null,
  grade: Environmental['grade'],
): Contamination {
  const result = (status: Contamination['status'], text: string, monitoring_only = false) => ({
    status,
    text,
    monitoring_only,
  });
  if (facilities === null || grade === null) return result('pending', 'Environmental assessment pending');
  const near = facilities.filter((site) => isNear(tables, site));
  const onSite = near.filter((site) => isOnSite(tables, site));
  if (onSite.some((site) => kindIn(tables, site) === 'lust')) {
    return result('critical', 'Leaking underground storage tank (LUST) on site');
  }
  const tanks = onSite.filter((site) => kindIn(tables, site) === 'ust');
  const contaminated = near.filter((site) => kindIn(tables, site) !== 'monitoring');
  const hasImpact = (site: EpaFacility) => distanceImpact(tables, site.distance_feet, site.is_onsite) > 0;
  if (contaminated.some((site) => hasImpact(site) && !tanks.includes(site))) {
    const text =
      tanks.length > 0
        ? 'Underground storage tank (UST) on site, other contamination sites nearby'
        : 'Contamination sites nearby';
    return result('EF'.includes(grade) ? 'critical' : 'review', text);
  }
  if (tanks.length > 0) return result('review', 'Underground storage tank (UST) on site');
  if (contaminated.length > 0) {
    return result('clear', 'Contamination sites within a mile, none close enough to count');
  }
  if (near.length > 0) return result('clear', 'Only monitored facilities nearby', true);
  return result('clear', 'No contamination sites nearby');
}

/** Returns the kind of a facility; an unlisted source is a regulated site. */
const kindIn = (tables: Tables, { source, contamination_type }: EpaFacility) =>
  sourceOf(tables, source, contamination_type)?.kind ?? 'site';

const isOnSite = (tables: Tables, { is_onsite, distance_feet }: EpaFacility) =>
  is_onsite || distance_feet <= tables.tank_onsite_within;

/** Returns whether a facility is within a mile. One on a large site can be farther from the site's center. */
const isNear = (tables: Tables, site: EpaFacility) =>
  isOnSite(tables, site) || site.distance_feet <= tables.data_radius;

function floodOf(tables: Tables, facts: Facts): Environmental['flood'] {
  const zone = plainText(facts.ios_flood_zone).split(' ')[0] ?? '';
  const { low, moderate, high } = tables.flood_zones;
  const named = `Flood zone ${zone.toUpperCase()}`;
  if (facts.ios_is_100_year_flood === true || high.includes(zone)) {
    const text = zone === '' ? '100-year flood zone' : `${named}, high risk`;
    return { status: 'critical', risk: 'high', text };
  }
  if (zone === '') return { status: 'pending', risk: null, text: 'Flood zone data not available' };
  if (low.includes(zone)) return { status: 'clear', risk: 'low', text: `${named}, low risk` };
  if (moderate.includes(zone)) return { status: 'review', risk: 'moderate', text: `${named}, moderate risk` };
  return { status: 'review', risk: null, text: `${named}, risk not known` };
}

function soilOf(tables: Tables, contamination: string | null): Environmental['soil'] {
  const plain = plainText(contamination);
  const { low, moderate, high } = tables.soil;
  if (matchesRule({ words: high }, plain)) return { status: 'review', text: 'High soil contamination risk' };
  if (matchesRule({ words: moderate }, plain))
    return { status: 'review', text: 'Moderate soil contamination risk' };
  if (matchesRule({ words: low }, plain)) return { status: 'clear', text: 'Low soil contamination risk' };
  return { status: 'pending', text: 'Soil data not available' };
}

function tankAnalysis(
  tables: Tables,
  facilities: readonly EpaFacility[],
): NonNullable<Environmental['ust_lust_analysis']> {
  const tanks = facilities
    .filter((site) => ['lust', 'ust'].includes(kindIn(tables, site)))
    .sort((a, b) => a.distance_feet - b.distance_feet);
  const onSite = tanks.filter((site) => isOnSite(tables, site));
  const listed = tanks.filter((site) => onSite.includes(site) || site.distance_feet <= tables.vicinity);
  return {
    within_property_vicinity: listed.length > 0,
    within_1_mile: tanks.some((site) => isNear(tables, site)),
    exact_matches: onSite.length,
    nearby_matches: listed.length - onSite.length,
    facilities: listed.map((site) => tankOf(tables, site)),
  };
}

function tankOf(tables: Tables, site: EpaFacility): Tank {
  const { site_name, site_address, distance_feet, notification_date, closure_date } = site;
  const source = kindIn(tables, site) === 'lust' ? 'LUST' : 'UST';
  return {
    facility_name: site_name,
    site_address: site_address ?? null,
    distance_feet,
    distance_meters: Math.round((distance_feet / FEET_PER_METER) * 10) / 10,
    contamination_source: isOnSite(tables, site) ? source : `${source}_NEARBY`,
    notification_date: notification_date ?? null,
    closure_date: closure_date ?? null,
  };
}
