import type { CandidateFeatures, PropertyType } from '@landline/event-schemas';
import { aduKinds } from './adu/traits.ts';
import { iosKinds } from './ios/traits.ts';
import type { Kind, ScoringModel } from './model/document.ts';

/** What training may learn about: by trait, which is the name of a table, the kind that a candidate is of. */
export function kindsOf(
  model: ScoringModel,
  propertyType: PropertyType,
  features: CandidateFeatures,
): Readonly<Record<string, Kind | null>> {
  return propertyType === 'adu' ? aduKinds(model.adu, features) : iosKinds(model.ios, features);
}

/** How a trait is called on the screen. */
export function labelOf({ adu, ios }: ScoringModel, propertyType: PropertyType, trait: string): string {
  const tables: Record<string, unknown> =
    propertyType === 'adu'
      ? adu
      : { ...ios, highway: ios.transportation.highway, rail: ios.transportation.rail };
  const table = tables[trait];
  return typeof table === 'object' && table !== null && 'label' in table ? String(table.label) : trait;
}
