import type { CandidateFeatures, PropertyType } from '@landline/event-schemas';
import { aduKinds } from './adu/kinds.ts';
import { iosKinds } from './ios/kinds.ts';
import type { Kind, ScoringModel } from './model/document.ts';

/** Returns a candidate's kind for each trait; a trait is the name of a model table. */
export function kindsOf(
  model: ScoringModel,
  propertyType: PropertyType,
  features: CandidateFeatures,
): Readonly<Record<string, Kind | null>> {
  return propertyType === 'adu' ? aduKinds(model.adu, features) : iosKinds(model.ios, features);
}

/** Returns a trait's display name. */
export function labelOf({ adu, ios }: ScoringModel, propertyType: PropertyType, trait: string): string {
  const tables: Record<string, unknown> =
    propertyType === 'adu'
      ? adu
      : { ...ios, highway: ios.transportation.highway, rail: ios.transportation.rail };
  const table = tables[trait];
  return typeof table === 'object' && table !== null && 'label' in table ? String(table.label) : trait;
}
