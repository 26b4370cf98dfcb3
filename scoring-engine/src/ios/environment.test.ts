import type { EpaFacility } from '@landline/event-schemas';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MODEL } from '../model.ts';
import { candidateWith } from '../testing/candidates.ts';
import { assessEnvironment } from './environment.ts';
import { hubAccessOf } from './hub-access.ts';

const site = (source: string, distance_feet: number, more: Partial<EpaFacility> = {}): EpaFacility => ({
  site_name: 'Site',
  source,
  contamination_type: null,
  regulatory_status: null,
  distance_feet,
  is_onsite: false,
  risk_level: null,
  ...more,
});
const assess = (facts: Parameters<typeof candidateWith>[0]) =>
  assessEnvironment(DEFAULT_MODEL.environmental, candidateWith(facts));
const withSites = (...sites: EpaFacility[]) => assess({ ios_epa_facilities: sites });

describe('weighted score (spec 001 §9)', () => {
  it.each([
    ['LUST', 90],
    ['Brownfield', 85],
    ['Superfund', 80],
    ['NPL', 80],
    ['RCRA', 70],
    ['TRI', 60],
    ['Hazardous Waste', 50],
    ['UST', 30],
    ['air emissions', 10],
    ['water discharge', 15],
    ['air permit', 5],
    ['water permit', 3],
  ])('%s weighs %d', (source, weight) => {
    expect(withSites(site(source, 0)).factors).toEqual([{ label: expect.any(String), weight, impact: 0.85 }]);
  });

  it.each([
    [0, 0.85],
    [50, 0.85],
    [50.001, 0.75],
    [150, 0.75],
    [300, 0.65],
    [300.001, 0.55],
    [492, 0.55],
    [492.001, 0.45],
    [800, 0.45],
    [1_150, 0.35],
    [1_500, 0.25],
  ])('the impact at %d ft is %d', (feet, impact) => {
    expect(withSites(site('LUST', feet)).factors[0]?.impact).toBe(impact);
  });

  it('ignores facilities beyond 1,500 ft in the score but counts them within a mile', () => {
    expect(withSites(site('LUST', 1_500.001), site('LUST', 5_280), site('LUST', 5_280.1))).toMatchObject({
      weighted_score: 0,
      grade: 'A',
      facilities_counted: 2,
    });
  });

  it('counts an on-site facility as no farther than 492 ft', () => {
    expect(withSites(site('LUST', 1_400, { is_onsite: true })).factors[0]?.impact).toBe(0.55);
  });

  it('counts an on-site facility as within a mile at any distance', () => {
    expect(withSites(site('UST', 6_000, { is_onsite: true }))).toMatchObject({
      facilities_counted: 1,
      ust_lust_analysis: { within_1_mile: true, exact_matches: 1 },
    });
  });

  it('adds 30 x 0.85 for the 100-year flood zone', () => {
    expect(assess({ ios_epa_facilities: [], ios_is_100_year_flood: true })).toMatchObject({
      weighted_score: 25.5,
      grade: 'C',
    });
  });

  it.each([
    ['Trichloroethylene', 15],
    ['Tribal land office', 15],
    ['Trihalomethanes', 15],
    ['TRI', 60],
    ['EPA TRI facility', 60],
    ['TRI_2022', 60],
    ['Toxics Release Inventory', 60],
    ['lustrous coatings', 15],
    ['Ustick Road depot', 15],
    ['LUSTs', 90],
    ['USTs', 30],
    ['LUST_NEARBY', 90],
    ['Leaking Underground Storage Tanks', 90],
    ['Underground storage tank', 30],
    ['RCRAInfo', 70],
  ])(
    'matches abbreviations as whole words: contamination type %s weighs %d',
    (contamination_type, weight) => {
      expect(withSites(site('state list', 0, { contamination_type })).factors[0]?.weight).toBe(weight);
    },
  );

  it('falls back from an unlisted source to its contamination type, then to the default weight', () => {
    expect(withSites(site('state list', 0, { contamination_type: 'Brownfield' })).factors[0]?.weight).toBe(
      85,
    );
    expect(withSites(site('state list', 0)).factors[0]?.weight).toBe(15);
  });
});

describe('grades (spec 001 §4)', () => {
  const environmentWith = (weighted: number) => {
    // Sources with weight 1 at impact 1 can add up to any weighted score.
    const tables = {
      ...DEFAULT_MODEL.environmental,
      impact: [{ to: 1_500, factor: 0.01 }],
      unlisted: { weight: 1 },
    };
    const sites = Array.from({ length: Math.round(weighted * 100) }, () => site('x', 1));
    return assessEnvironment(tables, candidateWith({ ios_epa_facilities: sites }));
  };
  it.each([
    [0, 'A', 1],
    [12, 'A', 1],
    [12.01, 'B', 0.95],
    [25, 'B', 0.95],
    [25.01, 'C', 0.9],
    [50, 'C', 0.9],
    [50.01, 'D', 0.8],
    [100, 'D', 0.8],
    [100.01, 'E', 0.7],
    [180, 'E', 0.7],
    [180.01, 'F', 0.5],
    [500, 'F', 0.5],
  ])('%d is grade %s with a multiplier of %d', (weighted, grade, multiplier) => {
    expect(environmentWith(weighted)).toMatchObject({ grade, multiplier, weighted_score: weighted });
  });

  it.each([
    ['A', 0, 'Considerations'],
    ['C', 50, 'Considerations'],
    ['D', 100, 'Concerns'],
    ['F', 200, 'Concerns'],
  ])('shows the header for %s', (_grade, weighted, header) =>
    expect(environmentWith(weighted).header).toBe(`Environmental ${header}`),
  );
});

describe('statuses (spec 001 §4)', () => {
  it.each([
    ['LUST on site', [site('LUST', 300)], 'critical', false],
    ['LUST marked as on-site', [site('LUST', 2_000, { is_onsite: true })], 'critical', false],
    ['LUST on a site over a mile wide', [site('LUST', 6_000, { is_onsite: true })], 'critical', false],
    ['LUST just off the site', [site('LUST', 300.001)], 'review', false],
    ['UST on site', [site('UST', 300)], 'review', false],
    ['contamination nearby', [site('RCRA', 1_400)], 'review', false],
    ['contamination a mile off', [site('RCRA', 5_000)], 'clear', false],
    ['only monitored', [site('air permit', 100)], 'clear', true],
    ['none', [], 'clear', false],
    ['two nearby sites', [site('Superfund', 400), site('RCRA', 10), site('TRI', 20)], 'critical', false],
  ])('contamination: %s', (_case, sites, status, monitoring_only) => {
    expect(withSites(...sites).contamination).toMatchObject({ status, monitoring_only });
  });

  it.each([
    ['no site, in a flood zone: C', [], true, 'C', 'clear', false],
    ['permits alone: D', Array(10).fill(site('air emissions', 0)), false, 'D', 'clear', true],
    ['permits in a flood zone: E', Array(10).fill(site('air emissions', 0)), true, 'E', 'clear', true],
    ['tanks on the site alone: E', Array(4).fill(site('UST', 0)), false, 'E', 'review', false],
    ['tanks on the site in a flood zone: E', Array(4).fill(site('UST', 0)), true, 'E', 'review', false],
    [
      'a tank on the site, monitored ones nearby',
      [site('UST', 0), site('air permit', 0)],
      true,
      'D',
      'review',
      false,
    ],
    ['a mile off, in a flood zone: C', [site('RCRA', 5_000)], true, 'C', 'clear', false],
    ['nearby, graded A', [site('state list', 1_400)], false, 'A', 'review', false],
    ['nearby, graded D', [site('RCRA', 0)], false, 'D', 'review', false],
    ['nearby, graded E', [site('RCRA', 0), site('TRI', 0)], false, 'E', 'critical', false],
    ['nearby, graded F', Array(3).fill(site('NPL', 10)), false, 'F', 'critical', false],
    [
      'near a tank on the site: E',
      [site('UST', 0), site('RCRA', 0), site('TRI', 300)],
      false,
      'E',
      'critical',
      false,
    ],
  ] as const)('contamination, %s', (_case, sites, ios_is_100_year_flood, grade, status, monitoring_only) => {
    expect(assess({ ios_epa_facilities: [...sites], ios_is_100_year_flood })).toMatchObject({
      grade,
      contamination: { status, monitoring_only },
    });
  });

  it('leaves contamination pending, without a penalty, until facilities are looked up', () => {
    expect(assess({})).toMatchObject({
      grade: null,
      weighted_score: null,
      multiplier: 1,
      contamination: { status: 'pending', text: 'Environmental assessment pending' },
    });
  });

  it.each([
    ['X', false, 'clear', 'low'],
    ['A', null, 'review', 'moderate'],
    ['AE', false, 'review', 'moderate'],
    ['AH', null, 'review', 'moderate'],
    ['AO', null, 'review', 'moderate'],
    ['X', true, 'critical', 'high'],
    [null, true, 'critical', 'high'],
    [null, null, 'pending', null],
  ])(
    'flood zone %s, 100-year flood %s: status %s, risk %s',
    (ios_flood_zone, ios_is_100_year_flood, status, risk) => {
      expect(assess({ ios_flood_zone, ios_is_100_year_flood }).flood).toMatchObject({ status, risk });
    },
  );

  it('reports missing flood and soil data', () => {
    expect(assess({})).toMatchObject({
      flood: { text: 'Flood zone data not available' },
      soil: { status: 'pending', text: 'Soil data not available' },
    });
  });

  it.each([
    ['low', 'clear'],
    ['Moderate', 'review'],
    ['HIGH', 'review'],
    ['Cleanup required', 'pending'],
    ['unheard of', 'pending'],
  ])('soil contamination %s is %s', (ios_soil_contamination, status) =>
    expect(assess({ ios_soil_contamination }).soil.status).toBe(status),
  );

  it('counts tanks on the site, nearby and within a mile, and lists those on site and nearby', () => {
    const known = {
      site_address: '1 Depot Rd',
      notification_date: '2011-03-04',
      closure_date: '2019-01-31',
    };
    const { ust_lust_analysis } = withSites(
      site('UST', 801),
      site('UST', 800),
      site('RCRA', 10),
      site('LUST', 301, { site_name: 'Old Depot', ...known }),
      site('UST', 300),
      site('LUST', 2_000, { is_onsite: true }),
    );
    const unknown = { site_address: null, notification_date: null, closure_date: null };
    expect(ust_lust_analysis).toEqual({
      within_property_vicinity: true,
      within_1_mile: true,
      exact_matches: 2,
      nearby_matches: 2,
      facilities: [
        {
          facility_name: 'Site',
          distance_feet: 300,
          distance_meters: 91.4,
          contamination_source: 'UST',
          ...unknown,
        },
        {
          facility_name: 'Old Depot',
          distance_feet: 301,
          distance_meters: 91.7,
          contamination_source: 'LUST_NEARBY',
          ...known,
        },
        {
          facility_name: 'Site',
          distance_feet: 800,
          distance_meters: 243.8,
          contamination_source: 'UST_NEARBY',
          ...unknown,
        },
        {
          facility_name: 'Site',
          distance_feet: 2_000,
          distance_meters: 609.6,
          contamination_source: 'LUST',
          ...unknown,
        },
      ],
    });
  });

  it('lists no tanks if there are none, and has no analysis before a lookup', () => {
    expect(withSites(site('RCRA', 10)).ust_lust_analysis).toMatchObject({ exact_matches: 0, facilities: [] });
    expect(assess({}).ust_lust_analysis).toBeNull();
  });
});

describe('hub access', () => {
  const hub = (distance_meters: number, importance: string | null = 'critical') => ({
    name: 'Hub',
    distance_meters,
    importance,
  });
  const access = (facts: Parameters<typeof candidateWith>[0]) =>
    hubAccessOf(DEFAULT_MODEL.ios.hub_access, candidateWith(facts));

  it('is unknown without data', () => {
    expect(access({})).toEqual({ label: 'Unknown', hover: 'No infrastructure data available' });
  });

  it.each([
    [2_414, 'Prime hub access'],
    [7_242, 'Good hub access'],
    [20_000, 'Regional hub access'],
    [30_000, 'Remote hub access'],
    [30_001, 'No hub nearby'],
  ])('a critical facility at %d m: %s', (meters, label) =>
    expect(access({ closest_rail_facility: hub(meters), closest_interchange: hub(10, null) }).label).toBe(
      label,
    ),
  );

  it('treats only critical facilities as hubs', () => {
    expect(access({ closest_interchange: hub(10, 'high') })).toEqual({
      label: 'No hub nearby',
      hover: 'Interchange: Hub, 0.0 mi',
    });
  });
});
