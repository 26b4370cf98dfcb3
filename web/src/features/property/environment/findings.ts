import type { Breakdown, CandidateDetail } from '@landline/api/property/candidates/contract';
import type { EnvironmentLayer, LayerKind } from '@landline/event-schemas';

export type Environment = Extract<Breakdown, { property_type: 'ios' }>['environmental'];
export type Tank = NonNullable<Environment['ust_lust_analysis']>['facilities'][number];
export type Status = Environment['soil']['status'];

/** Result of one environmental check, with its sources. */
export interface Finding {
  readonly topic: string;
  readonly status: Status;
  readonly text: string;
  /** True if all facilities nearby are only monitored; shown with an eye icon. */
  readonly isMonitoringOnly?: boolean;
  readonly tanks?: readonly Tank[];
  readonly layers: readonly EnvironmentLayer[];
  /** True if the data comes from the candidate's parcel file instead of a layer. */
  readonly isOwn: boolean;
}

const TANK_LAYERS: readonly LayerKind[] = ['ust', 'lust'];

/** Returns the layer with this id if the candidate was assessed against it. */
export const layerOf = (
  candidate: CandidateDetail,
  id: string | null | undefined,
): EnvironmentLayer | undefined => candidate.environment?.layers.find(({ layer_id }) => layer_id === id);

/** Returns the contamination, storage tank, flood and soil findings (spec 001 §4). */
export function findingsOf(candidate: CandidateDetail, environment: Environment): Finding[] {
  const { contamination, flood, soil } = environment;
  const facilities = candidate.ios_epa_facilities;
  const consulted = (candidate.environment?.consulted ?? []).flatMap((id) => layerOf(candidate, id) ?? []);
  const isOwn = facilities !== null && consulted.length === 0;
  const sourceOf = (id: string | null | undefined, isKnown: boolean) => {
    const layer = layerOf(candidate, id);
    return { layers: isKnown && layer ? [layer] : [], isOwn: isKnown && !layer };
  };
  const drainage = candidate.ios_soil_drainage;
  const contaminationText =
    drainage && soil.status === 'pending' ? 'Soil contamination not known' : soil.text;
  return [
    {
      topic: 'Contamination',
      status: contamination.status,
      text: contamination.text,
      isMonitoringOnly: contamination.monitoring_only,
      layers: isOwn ? [] : consulted,
      isOwn,
    },
    { topic: 'UST/LUST analysis', ...tankFinding(environment, consulted, isOwn) },
    {
      topic: 'Flood zone',
      status: flood.status,
      text: flood.text,
      ...sourceOf(candidate.environment?.flood_layer, flood.status !== 'pending'),
    },
    {
      topic: 'Soil',
      status: soil.status,
      text: contaminationText + (drainage ? `; drainage: ${drainage.toLowerCase()}` : ''),
      ...sourceOf(candidate.environment?.soil_layer, soil.status !== 'pending' || Boolean(drainage)),
    },
  ];
}

/** Summarizes storage tanks on the parcel (within 300 ft) and nearby (within 800 ft; spec 001 §4, §9). */
function tankFinding(
  { ust_lust_analysis: analysis }: Environment,
  consulted: readonly EnvironmentLayer[],
  isOwn: boolean,
): Omit<Finding, 'topic'> {
  const layers = isOwn ? [] : consulted.filter(({ kind }) => TANK_LAYERS.includes(kind));
  if (analysis === null || !(isOwn || layers.length > 0)) {
    return { status: 'pending', text: 'Environmental assessment pending', layers: [], isOwn: false };
  }
  const { exact_matches: onSite, nearby_matches: nearby, facilities: tanks } = analysis;
  const common = { layers, isOwn, tanks };
  if (onSite > 0) {
    const leaks = tanks.some(({ contamination_source }) => contamination_source === 'LUST');
    const summary = `${count(onSite, leaks ? 'tank' : 'UST')} on site${nearby > 0 ? `, ${nearby} more within 800 ft` : ''}`;
    return leaks
      ? { ...common, status: 'critical', text: `${summary}, leaking (LUST)` }
      : { ...common, status: 'review', text: summary };
  }
  if (nearby > 0)
    return { ...common, status: 'review', text: `${count(nearby, 'tank')} within 800 ft, none on site` };
  const text = analysis.within_1_mile
    ? 'No storage tanks within 800 ft, some within a mile'
    : 'No storage tanks within a mile';
  return { ...common, status: 'clear', text };
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
