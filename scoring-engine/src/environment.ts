import type { ScoringModel } from './model/document.ts';
import { fits, plainText } from './model/lookup.ts';

type Tables = ScoringModel['environmental'];
export type Source = Tables['sources'][number];

/** The listed source of a facility, by its source or else by its contamination type; undefined when none is. */
export function sourceOf(
  tables: Tables,
  source: string | null,
  contaminationType: string | null,
): Source | undefined {
  for (const text of [source, contaminationType]) {
    const plain = plainText(text);
    const found = tables.sources.find((listed) => fits(listed, plain));
    if (found) return found;
  }
  return undefined;
}

/** The share of its weight that a facility counts with, in hundredths: by its distance, nearer when it is on-site. */
export function impactOf(tables: Tables, feet: number, isOnSite: boolean): number {
  const distance = isOnSite ? Math.min(feet, tables.onsite_within) : feet;
  const band = tables.impact.find(({ to }) => distance <= to);
  return band ? Math.round(band.factor * 100) : 0;
}

/** What the 100-year flood zone adds, in hundredths: it is on the parcel, so it counts as the nearest do. */
export function floodImpact(tables: Tables): number {
  return tables.flood_100_year_weight * impactOf(tables, 0, false);
}

/** The index of the grade of a weighted score in hundredths. */
export function gradeIndexOf(tables: Tables, weightedHundredths: number): number {
  const index = tables.grades.findIndex(
    ({ to }) => to === null || weightedHundredths <= Math.round(to * 100),
  );
  return index < 0 ? tables.grades.length - 1 : index;
}
