import { expect, test } from 'vitest';
import { CandidateColumns } from '../columns.ts';
import { explain } from '../explain.ts';
import { DEFAULT_MODEL, type ScoringModel } from '../model.ts';
import { candidateWith } from '../testing/candidates.ts';
import { compileModel, scoreOne } from './score.ts';

const site = (distance_feet: number) => ({
  site_name: 'site',
  source: 'LUST',
  contamination_type: null,
  regulatory_status: null,
  distance_feet,
  is_onsite: false,
  risk_level: null,
});

/** A parcel with this many of the heaviest facilities. */
const parcelBeside = (sites: number) =>
  candidateWith({
    ios_property_type: 'warehouse',
    parcel_area: 400_000,
    open_ratio: 0.8,
    ios_epa_facilities: Array.from({ length: sites }, () => site(40)),
  });

// Documents published before validation was added are read unchanged.
test.each<[string, (grades: ScoringModel['environmental']['grades']) => void]>([
  ['ends before the last', (grades) => Object.assign(grades[1] ?? {}, { to: null })],
  ['are as wide as no sum is', (grades) => Object.assign(grades[0] ?? {}, { to: 3e7 })],
])('kernel and explain give the same grade when grades %s', (_what, change) => {
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
