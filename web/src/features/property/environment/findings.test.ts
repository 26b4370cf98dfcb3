import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { expect, test } from 'vitest';
import { type Environment, findingsOf } from './findings.ts';
import { datesOf } from './site-dates.ts';

const NOT_ASSESSED: Environment = {
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

test('lists tanks with the finding they support', () => {
  const candidate = {
    ios_epa_facilities: [],
    environment: null,
    source: { imported_at: '' },
  } as unknown as CandidateDetail; // only the fields that findings use
  const tank = {
    facility_name: 'Old Depot',
    site_address: null,
    distance_feet: 200,
    distance_meters: 61,
    notification_date: '2011-03-04',
    closure_date: null,
  };
  const tanksOf = (...sources: ('UST' | 'LUST' | 'UST_NEARBY')[]) => {
    const facilities = sources.map((contamination_source) => ({ ...tank, contamination_source }));
    const onSite = sources.filter((source) => source !== 'UST_NEARBY').length;
    const found = findingsOf(candidate, {
      ...NOT_ASSESSED,
      ust_lust_analysis: {
        within_property_vicinity: true,
        within_1_mile: true,
        exact_matches: onSite,
        nearby_matches: sources.length - onSite,
        facilities,
      },
    });
    return found.find(({ topic }) => topic === 'UST/LUST analysis');
  };
  expect(tanksOf('UST', 'UST_NEARBY')).toMatchObject({
    status: 'review',
    text: '1 UST on site, 1 more within 800 ft',
    tanks: [{ contamination_source: 'UST' }, { contamination_source: 'UST_NEARBY' }],
  });
  expect(tanksOf('UST', 'LUST')).toMatchObject({
    status: 'critical',
    text: '2 tanks on site, leaking (LUST)',
  });
  expect(datesOf(tank)).toBe('Notified Mar 4, 2011');
  expect(datesOf({ ...tank, closure_date: '2019-01-31' })).toBe('Notified Mar 4, 2011, closed Jan 31, 2019');
});

test('reports unassessed topics as pending, with the specified texts and no source', () => {
  // Only the fields that findings use.
  const candidate = { ios_epa_facilities: null, environment: null } as CandidateDetail;
  const found = findingsOf(candidate, NOT_ASSESSED);
  expect(found.map(({ status, text }) => [status, text])).toEqual([
    ['pending', 'Environmental assessment pending'],
    ['pending', 'Environmental assessment pending'],
    ['pending', 'Flood zone data not available'],
    ['pending', 'Soil data not available'],
  ]);
  expect(found.every(({ layers, isOwn }) => layers.length === 0 && !isOwn)).toBe(true);
});

test('shows the drainage of soil with its source if the contamination is not known', () => {
  // Only the fields that findings use.
  const candidate = {
    ios_epa_facilities: null,
    ios_soil_drainage: 'Well drained',
    environment: null,
  } as CandidateDetail;
  const soil = findingsOf(candidate, NOT_ASSESSED).find(({ topic }) => topic === 'Soil');
  expect(soil).toMatchObject({
    status: 'pending',
    text: 'Soil contamination not known; drainage: well drained',
    isOwn: true,
  });
});
