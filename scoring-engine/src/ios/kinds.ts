import type { CandidateFeatures } from '@landline/event-schemas';
import { type IosClassFields, measureOf } from '../features/measures.ts';
import type { Kind, ScoringModel } from '../model/document.ts';
import { bandOf, inSquareFeet, matchesRule, plainText, ruleOf } from '../model/lookup.ts';

type Tables = ScoringModel['ios'];

/** Kinds that depend on a candidate's texts. */
export interface IosClass {
  readonly kinds: Readonly<Record<'property_type' | 'zoning' | 'lot_use' | 'lot_shape' | 'topography', Kind>>;
  /** Property type, zoning and lot use are all unknown. */
  readonly isUnclassified: boolean;
  /** The text that sets the score to 0, or null. */
  readonly dealBreaker: string | null;
}

export function iosClassOf(tables: Tables, candidate: IosClassFields): IosClass {
  const { ios_property_type: propertyType, zoning_code: zoning, lot_use: lotUse } = candidate;
  return {
    kinds: {
      property_type: ruleOf(tables.property_type, propertyType),
      zoning: ruleOf(tables.zoning, zoning),
      lot_use: ruleOf(tables.lot_use, lotUse),
      lot_shape: ruleOf(tables.lot_shape, candidate.lot_shape),
      topography: ruleOf(tables.topography, candidate.topography),
    },
    isUnclassified: [propertyType, zoning, lotUse].every((text) => plainText(text) === ''),
    dealBreaker:
      [propertyType, lotUse].find((text) => matchesRule(tables.deal_breakers, plainText(text))) ?? null,
  };
}

/** Returns the kind of lot by its area in square feet; null when unknown. */
export function lotSizeOf(tables: Tables, parcelArea: number): Kind | null {
  return bandOf(inSquareFeet(tables.lot_size), parcelArea);
}

/**
 * Returns the points for a distance to the closest interchange, in tenths: zone plus bonus, up to the
 * maximum.
 */
export function highwayOf(
  { transportation }: Tables,
  meters: number,
): { kind: Kind | null; bonus: Kind | null; tenths: number } {
  const kind = bandOf(transportation.highway, meters);
  const bonus = bandOf(transportation.interchange_bonus, meters);
  const sum = Math.round((kind?.value ?? 0) * 10) + Math.round((bonus?.value ?? 0) * 10);
  return { kind, bonus, tenths: Math.min(sum, Math.round(transportation.max * 10)) };
}

/** Returns the points for a distance to the closest rail facility, in tenths. */
export function railOf({ transportation }: Tables, meters: number): { kind: Kind | null; tenths: number } {
  const kind = bandOf(transportation.rail, meters);
  return { kind, tenths: Math.min(Math.round((kind?.value ?? 0) * 10), Math.round(transportation.max * 10)) };
}

/** Returns a candidate's kind for each trait that training covers; null if a required fact is unknown. */
export function iosKinds(tables: Tables, features: CandidateFeatures) {
  return {
    ...iosClassOf(tables, features).kinds,
    open_ratio: bandOf(tables.open_ratio, measureOf(features, 'open_ratio')),
    lot_size: lotSizeOf(tables, measureOf(features, 'parcel_area')),
    highway: highwayOf(tables, measureOf(features, 'interchange')).kind,
    rail: railOf(tables, measureOf(features, 'rail')).kind,
  };
}
