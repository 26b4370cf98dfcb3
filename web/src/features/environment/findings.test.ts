import type { CandidateDetail } from '@landline/api/candidates/contract';
import { expect, test } from 'vitest';
import { type Environment, findingsOf } from './findings.ts';

const NOTHING: Environment = {
  grade: null,
  weighted_score: null,
  multiplier: 1,
  header: null,
  contamination: { status: 'pending', text: 'Environmental assessment pending', monitoring_only: false },
  flood: { status: 'pending', risk: null, text: 'Flood zone data not available' },
  soil: { status: 'pending', text: 'Soil data not available' },
  facilities_counted: 0,
  factors: [],
  ust_lust_analysis: null,
};

test('what nobody has looked at is pending, in the words of the catalogue, and names no source', () => {
  // Only what findings look at.
  const candidate = { ios_epa_facilities: null, environment: null } as CandidateDetail;
  const found = findingsOf(candidate, NOTHING);
  expect(found.map(({ status, text }) => [status, text])).toEqual([
    ['pending', 'Environmental assessment pending'],
    ['pending', 'Environmental assessment pending'],
    ['pending', 'Flood zone data not available'],
    ['pending', 'Soil data not available'],
  ]);
  expect(found.every(({ layers, isOwn }) => layers.length === 0 && !isOwn)).toBe(true);
});
