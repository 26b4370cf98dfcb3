import type { Breakdown, CandidateDetail } from '@landline/api/candidates/contract';
import type { EnvironmentLayer, LayerKind } from '@landline/event-schemas';

export type Environment = Extract<Breakdown, { property_type: 'ios' }>['environmental'];
export type Tank = NonNullable<Environment['ust_lust_analysis']>['facilities'][number];
export type Status = Environment['soil']['status'];

/** A line of the due diligence: what was found, and which layers say so. */
export interface Finding {
  readonly topic: string;
  readonly status: Status;
  readonly text: string;
  /** Only sites that are watched: shown with an eye. */
  readonly isMonitoringOnly?: boolean;
  /** The tanks that it is about. */
  readonly tanks?: readonly Tank[];
  readonly layers: readonly EnvironmentLayer[];
  /** The candidate's own file says it, not a layer. */
  readonly isOwn: boolean;
}

const TANKS: readonly LayerKind[] = ['ust', 'lust'];

/** The layer that something was found in. */
export function layerOf(
  candidate: CandidateDetail,
  id: string | null | undefined,
): EnvironmentLayer | undefined {
  return candidate.environment?.layers.find(({ layer_id }) => layer_id === id);
}

/** Contamination, storage tanks, flood and soil (spec 001 §4), each with what it rests on. */
export function findingsOf(candidate: CandidateDetail, environment: Environment): Finding[] {
  const { contamination, flood, soil } = environment;
  const sites = candidate.ios_epa_facilities;
  const hasOwnSites = sites?.some(({ layer_id }) => layer_id === undefined) ?? false;
  const consulted = (candidate.environment?.consulted ?? []).flatMap((id) => layerOf(candidate, id) ?? []);
  const isOwn = sites !== null && (hasOwnSites || consulted.length === 0);
  const of = (id: string | null | undefined, isKnown: boolean) => {
    const layer = layerOf(candidate, id);
    return { layers: isKnown && layer ? [layer] : [], isOwn: isKnown && !layer };
  };
  return [
    {
      topic: 'Contamination',
      status: contamination.status,
      text: contamination.text,
      isMonitoringOnly: contamination.monitoring_only,
      layers: isOwn ? [] : consulted,
      isOwn,
    },
    { topic: 'UST/LUST analysis', ...tanksOf(environment, consulted, isOwn) },
    {
      topic: 'Flood zone',
      status: flood.status,
      text: flood.text,
      ...of(candidate.environment?.flood_layer, flood.status !== 'pending'),
    },
    {
      topic: 'Soil',
      status: soil.status,
      text: soil.text + drainageOf(candidate),
      ...of(candidate.environment?.soil_layer, soil.status !== 'pending'),
    },
  ];
}

const drainageOf = ({ ios_soil_drainage: drainage }: CandidateDetail) =>
  drainage ? `; drainage: ${drainage.toLowerCase()}` : '';

/** Storage tanks by their own rule: on the parcel within 300 ft, in its vicinity within 800 ft (spec 001 §4, §9). */
function tanksOf(
  { ust_lust_analysis: analysis }: Environment,
  consulted: readonly EnvironmentLayer[],
  isOwn: boolean,
): Omit<Finding, 'topic'> {
  const layers = isOwn ? [] : consulted.filter(({ kind }) => TANKS.includes(kind));
  if (analysis === null || !(isOwn || layers.length > 0)) {
    return { status: 'pending', text: 'Environmental assessment pending', layers: [], isOwn: false };
  }
  const { exact_matches: onSite, nearby_matches: near, facilities: tanks } = analysis;
  const found = { layers, isOwn, tanks };
  if (onSite > 0) {
    const leaks = tanks.some(({ contamination_source }) => contamination_source === 'LUST');
    const counted = `${count(onSite, leaks ? 'tank' : 'UST')} on site${near > 0 ? `, ${near} more within 800 ft` : ''}`;
    return {
      ...found,
      status: leaks ? 'critical' : 'review',
      text: leaks ? `${counted}, leaking (LUST)` : counted,
    };
  }
  if (near > 0)
    return { ...found, status: 'review', text: `${count(near, 'tank')} within 800 ft, none on site` };
  const text = analysis.within_1_mile
    ? 'No storage tank within 800 ft; some within a mile'
    : 'No storage tank within a mile';
  return { ...found, status: 'clear', text };
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
