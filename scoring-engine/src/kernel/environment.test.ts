import { expect, test } from 'vitest';
import { CandidateColumns } from '../columns.ts';
import { explain } from '../explain.ts';
import { DEFAULT_MODEL, type ScoringModel } from '../model.ts';
import { candidateWith } from '../testing/candidates.ts';
import { compileModel } from './compile.ts';
import { scoreOne } from './score.ts';

const site = (distance_feet: number) => ({
  site_name: 'site',
  source: 'LUST',
  contamination_type: null,
  regulatory_status: null,
  distance_feet,
  is_onsite: false,
  risk_level: null,
});

/** Returns a parcel with this many facilities of the greatest weight. */
const parcelBeside = (sites: number) =>
  candidateWith({
    ios_property_type: 'warehouse',
    parcel_area: 400_000,
    open_ratio: 0.8,
    ios_epa_facilities: Array.from({ length: sites }, () => site(40)),
  });

// Models published before validation was added may have such grades.
test.each<[string, (grades: ScoringModel['environmental']['grades']) => void]>([
  ['a grade before the last has no upper end', (grades) => Object.assign(grades[1] ?? {}, { to: null })],
  ['a grade ends above every possible sum', (grades) => Object.assign(grades[0] ?? {}, { to: 3e7 })],
])('kernel and explain give the same score when %s', (_case, change) => {
  const model = structuredClone(DEFAULT_MODEL);
  change(model.environmental.grades);
  const columns = CandidateColumns.create('ios');
  const compiled = compileModel(model);
  for (const sites of [0, 1, 3, 30]) {
    const parcel = parcelBeside(sites);
    const index = columns.upsert(parcel.id, parcel);
    expect(scoreOne(columns, compiled, index).scoreTenths / 10).toBe(
      explain('ios', parcel, null, model).score,
    );
  }
});
