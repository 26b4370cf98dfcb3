import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PROPERTY_TYPES, type PropertyType } from '@landline/event-schemas';
import { describe, expect, it } from 'vitest';
import { CandidateColumns } from './columns.ts';
import { uuidAt } from './features/candidate-ids.ts';
import { compileModel } from './kernel/compile.ts';
import { scoreOne, scoreRange } from './kernel/score.ts';
import { type Scores, sharedScores } from './kernel/scores.ts';
import { DEFAULT_MODEL } from './model.ts';
import { ScoringPool } from './pool/pool.ts';
import { candidateWith } from './testing/candidates.ts';

const ROW = { ios_property_type: 'warehouse', parcel_area: 400_000, open_ratio: 0.82 };
const compiled = compileModel(DEFAULT_MODEL);

describe('candidate columns', () => {
  it('find candidates by id after growth, ignoring case', () => {
    const columns = CandidateColumns.create('ios', 16);
    const ids = Array.from({ length: 5_000 }, () => randomUUID());
    for (const [index, id] of ids.entries()) expect(columns.upsert(id, ROW)).toBe(index);
    expect(ids.every((id, index) => columns.indexOf(id) === index)).toBe(true);
    expect(columns.indexOf(ids[7]?.toUpperCase() ?? '')).toBe(7);
    expect(columns.indexOf(randomUUID())).toBe(-1);
    expect(uuidAt(columns.ids, 4_321)).toBe(ids[4_321]);
    expect(columns.size).toBe(5_000);
    expect(columns.views.capacity).toBeGreaterThan(5_000);
  });

  it('reject anything but a UUID', () => {
    const columns = CandidateColumns.create('adu');
    expect(() => columns.upsert('parcel-1', {})).toThrow(RangeError);
    expect(() => columns.indexOf('zzzzzzzz-0000-8000-8000-000000000000')).toThrow(RangeError);
  });

  it('replace a repeated candidate, keeping its index and adjustment', () => {
    const columns = CandidateColumns.create('ios');
    const id = randomUUID();
    columns.upsert(randomUUID(), ROW);
    const index = columns.upsert(id, ROW);
    columns.setAdjustment(index, -120);
    const before = scoreOne(columns, compiled, index).scoreTenths;
    expect(columns.upsert(id, { ...ROW, ios_property_type: 'office' })).toBe(index);
    expect(scoreOne(columns, compiled, index).scoreTenths).toBe(before - 60);
    expect(columns.size).toBe(2);
    columns.setAdjustment(index, 0);
    expect(scoreOne(columns, compiled, index).scoreTenths).toBe(before + 60);
  });

  const facility = {
    site_name: '',
    source: 'LUST',
    contamination_type: null,
    regulatory_status: null,
    distance_feet: 10,
    is_onsite: false,
    risk_level: null,
  };

  it('recompute the environment when facilities change', () => {
    const columns = CandidateColumns.create('ios');
    const id = randomUUID();
    const index = columns.upsert(id, { ...ROW, ios_epa_facilities: [] });
    const clean = scoreOne(columns, compiled, index).scoreTenths;
    columns.upsert(id, { ...ROW, ios_epa_facilities: [facility] });
    expect(scoreOne(columns, compiled, index).scoreTenths).toBe(Math.round(clean * 0.8));
  });

  it('reuse the memory of facilities whose number varies', () => {
    const columns = CandidateColumns.create('ios', 16);
    const ids = [randomUUID(), randomUUID()];
    const put = (count: number) => {
      for (const id of ids)
        columns.upsert(id, { ...ROW, ios_epa_facilities: Array.from({ length: count }, () => facility) });
      return columns.views.facilities.kind.length;
    };
    const length = put(5);
    for (let repetition = 0; repetition < 10; repetition++)
      expect([put(4), put(5)]).toEqual([length, length]);
    while (columns.size < 1_000) columns.upsert(randomUUID(), ROW);
    expect([put(4), put(5)]).toEqual([length, length]);
    expect(columns.featuresOf(1).ios_epa_facilities).toHaveLength(5);
  });

  it('use less than 100 bytes per candidate, ids included', () => {
    for (const type of ['adu', 'ios'] as const) {
      const columns = CandidateColumns.create(type, 1_000);
      for (let index = 0; index < 1_000; index++) columns.upsert(randomUUID(), candidateWith(ROW));
      const { measures, classes, adjustment, facilityStart, facilityCount, flags } = columns.views;
      const bytes = [classes, adjustment, facilityStart, facilityCount, flags].reduce(
        (sum, column) => sum + (column.length === 0 ? 0 : column.BYTES_PER_ELEMENT),
        5 * measures.BYTES_PER_ELEMENT,
      );
      const [id, idSlot, facilityCapacity, grade, scores] = [16, 4 / 0.375, 2, 1, 5];
      expect(bytes + id + idSlot + facilityCapacity + grade + scores).toBeLessThan(100);
    }
  });
});

/** Candidates with and without scores, alternating between classes. */
function manyColumns(propertyType: PropertyType, count: number): CandidateColumns {
  const columns = CandidateColumns.create(propertyType, 16);
  const types = ['warehouse', 'office', '953', null];
  for (let index = 0; index < count; index++) {
    columns.upsert(randomUUID(), {
      ios_property_type: types[index % 4] ?? null,
      zoning_code: index % 8 < 4 ? 'M-1' : null,
      parcel_area: 9_000 + index * 7,
      open_ratio: index % 103 === 102 ? null : (index % 101) / 100,
      units: index % 37 === 36 ? null : index % 37,
      potential_garages_count: index % 5,
      building_count: index % 3,
      ios_epa_facilities: [],
    });
  }
  return columns;
}

describe.each(PROPERTY_TYPES)('pool, %s', (propertyType) => {
  it('scores like a single thread, also into reused buffers', async () => {
    const columns = manyColumns(propertyType, 150_000);
    const expected = sharedScores(columns.size);
    scoreRange(columns, compiled, 0, columns.size, expected);
    const pool = new ScoringPool(2);
    try {
      // Vitest takes a second to compare arrays of this size.
      const isExpected = (scores: Scores) => isDeepStrictEqual(scores, expected);
      expect(await pool.scoreAll(columns, compiled)).toSatisfy(isExpected);
      const reused = sharedScores(columns.size);
      for (const column of [reused.scoreTenths, reused.propertyScoreTenths, reused.naReason])
        column.fill(0x7f);
      expect(await pool.scoreAll(columns, compiled, reused)).toSatisfy(isExpected);
      columns.upsert(randomUUID(), { ...ROW, ios_property_type: 'a new text' });
      const grown = await pool.scoreAll(columns, compiled, reused);
      expect(grown.scoreTenths.length).toBe(150_001);
      expect(reused).toSatisfy(isExpected);
    } finally {
      await pool.destroy();
    }
  });
});
