import type { ScoringModel } from './document.ts';
import { matchesRule, plainText } from './lookup.ts';

type Tables = ScoringModel['environmental'];
type Source = Tables['sources'][number];

/** Returns the listed source that matches a facility's source, or else its contamination type. */
export function sourceOf(
  tables: Tables,
  source: string | null,
  contaminationType: string | null,
): Source | undefined {
  for (const text of [source, contaminationType]) {
    const plain = plainText(text);
    const match = tables.sources.find((listed) => matchesRule(listed, plain));
    if (match) return match;
  }
  return undefined;
}

/**
 * Returns the share of its weight with which a facility counts at a distance, in hundredths. An on-site facility
 * counts as no farther away than the on-site threshold.
 */
export function distanceImpact(tables: Tables, feet: number, isOnSite: boolean): number {
  const distance = isOnSite ? Math.min(feet, tables.onsite_within) : feet;
  const band = tables.impact.find(({ to }) => distance <= to);
  return band ? Math.round(band.factor * 100) : 0;
}

/**
 * Returns the weighted score of the 100-year flood zone in hundredths: it is on the parcel, so it counts at
 * distance 0.
 */
export function floodImpact(tables: Tables): number {
  return tables.flood_100_year_weight * distanceImpact(tables, 0, false);
}

/** Returns the index of the grade for a weighted score in hundredths. */
export function gradeIndexOf(tables: Tables, weightedHundredths: number): number {
  const index = tables.grades.findIndex(
    ({ to }) => to === null || weightedHundredths <= Math.round(to * 100),
  );
  return index < 0 ? tables.grades.length - 1 : index;
}
