import type { CandidateFeatures } from '@landline/event-schemas';
import { type AduClassFields, measureOf, perUnit } from '../features/measures.ts';
import type { Kind, ScoringModel } from '../model/document.ts';
import { bandOf, ruleOf } from '../model/lookup.ts';

type Tables = ScoringModel['adu'];

/** Kinds that depend on a candidate's texts and counts. */
interface AduClass {
  /** Data quality; the values are negative points. */
  readonly reliability: readonly { readonly label: string; readonly kind: Kind }[];
  /** For training only. */
  readonly zoning: Kind;
  /** Null if no score is possible. */
  readonly units: Kind | null;
  /** Null if no score is possible. */
  readonly unitPenalty: Kind | null;
  /** For training only. */
  readonly garages: Kind | null;
  /** For training only. */
  readonly buildings: Kind | null;
}

export function aduClassOf(tables: Tables, candidate: AduClassFields): AduClass {
  const { reliability, zoning, garages, buildings } = tables;
  const units = measureOf(candidate, 'units');
  const { building_area_source, building_data_quality, data_quality_flag } = reliability;
  return {
    reliability: [
      {
        label: building_area_source.label,
        kind: ruleOf(building_area_source, candidate.building_area_source),
      },
      {
        label: building_data_quality.label,
        kind: ruleOf(building_data_quality, candidate.building_data_quality),
      },
      { label: data_quality_flag.label, kind: ruleOf(data_quality_flag, candidate.data_quality_flag) },
    ],
    zoning: ruleOf(zoning, candidate.zoning_code),
    units: bandOf(tables.units, units),
    unitPenalty: bandOf(tables.unit_count_penalty, units),
    garages: bandOf(garages, measureOf(candidate, 'garages')),
    buildings: bandOf(buildings, measureOf(candidate, 'buildings')),
  };
}

/** Returns the townhouse-penalty class of a garage count, NaN if unknown; `few` is penalized only if the running score is high. */
export function garageClassOf(
  { townhouse_penalty: { few_garages } }: Tables,
  garages: number,
): 'none' | 'few' | 'notPenalized' {
  if (garages === 0) return 'none';
  return garages >= few_garages.from && garages <= few_garages.to ? 'few' : 'notPenalized';
}

/** Returns whether the open area is most likely a courtyard; callers apply the penalty only to high running scores. */
export function isCourtyard({ courtyard_penalty }: Tables, buildings: number, units: number): boolean {
  return buildings === courtyard_penalty.buildings && units >= courtyard_penalty.min_units;
}

/**
 * Returns a candidate's kind for each trait that training covers; a trait's kind is null if the model requires a measure that
 * is unknown.
 */
export function aduKinds(tables: Tables, features: CandidateFeatures) {
  const openArea = measureOf(features, 'open_area');
  const { units, garages, buildings, zoning } = aduClassOf(tables, features);
  return {
    open_area: bandOf(tables.open_area, openArea),
    units,
    open_ratio: bandOf(tables.open_ratio, measureOf(features, 'open_ratio')),
    open_area_per_unit: bandOf(tables.open_area_per_unit, perUnit(openArea, measureOf(features, 'units'))),
    garages,
    buildings,
    zoning,
  };
}
