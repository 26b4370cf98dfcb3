import type { BandTable, ScoringModel } from './document.ts';
import { IOS_TRAINING } from './factors.ts';
import { ZONING } from './zoning.ts';

/** Zones for highway and rail: prime, then secondary. */
const ZONES: BandTable['bands'] = [
  { label: 'within 2,414 m', to: 2_414, value: 15 },
  { label: 'within 3,219 m', to: 3_219, value: 13 },
  { label: 'within 4,023 m', to: 4_023, value: 11 },
  { label: 'within 4,828 m', to: 4_828, value: 10 },
  { label: 'within 5,633 m', to: 5_633, value: 8 },
  { label: 'within 6,437 m', to: 6_437, value: 7 },
  { label: 'within 7,242 m', to: 7_242, value: 5 },
  { label: 'regional, within 20,000 m', to: 20_000, value: 4 },
  { label: 'remote, within 30,000 m', to: 30_000, value: 2 },
];

/**
 * Building coverage is 1 - open ratio. Candidates and bands contain the open ratio: coverage "over 0.75" is an open
 * ratio below 0.25. The boundary itself belongs to the milder band, so the bands are listed from open to fully built.
 */
const penaltyTable = (
  why: string,
  multipliers: Record<'severe' | 'excessive' | 'moderate' | 'vacant', number>,
) => ({
  label: 'Open space penalty',
  why,
  bands: [
    { label: 'No coverage penalty', from: 0.7, to: 0.95, value: 1 },
    { label: 'Vacant land penalty', from: 0.95, value: multipliers.vacant },
    { label: 'Moderate coverage penalty', from: 0.4, value: multipliers.moderate },
    { label: 'Excessive coverage penalty', from: 0.25, value: multipliers.excessive },
  ],
  otherwise: { label: 'Severe coverage penalty', value: multipliers.severe },
  unknown: { label: 'Coverage not known', value: 1 },
});

const PENALTY_AS_WRITTEN: BandTable = penaltyTable(
  'As written: coverage over 0.75 x0.8, over 0.6 x0.5, over 0.3 x0.25, vacant land above 0.95 x0.7. With this reading, moderate coverage costs more than severe.',
  { severe: 0.8, excessive: 0.5, moderate: 0.25, vacant: 0.7 },
);

/** The other reading of the same numbers, in which more coverage never has a smaller penalty. */
export const PENALTY_AS_SHARE_TAKEN: BandTable = penaltyTable(
  'Read as the share taken away: coverage over 0.75 loses 0.8, over 0.6 loses 0.5, over 0.3 loses 0.25, vacant land above 0.95 loses 0.7.',
  { severe: 0.2, excessive: 0.5, moderate: 0.75, vacant: 0.3 },
);

/** Spec 001 §9. A boundary between two zones belongs to the one listed first, which is worth more. */
export const IOS: ScoringModel['ios'] = {
  property_type: {
    label: 'Property type',
    why: 'The specification lists 594 and the codes worth 0; the meaning of other codes cannot be guessed, so they get the default. Light industrial counts as manufacturing, a truck terminal as storage.',
    rules: [
      { label: 'code 594', numbers: [594], value: 20 },
      { label: 'excluded code', numbers: [953, 954, 956, 951, 955, 577], value: 0 },
      { label: 'government', words: ['government'], value: 0 },
      { label: 'storage or warehouse', words: ['storage', 'warehous', 'truck terminal'], value: 20 },
      { label: 'manufacturing', words: ['manufactur', 'factory', 'industrial'], value: 18 },
      { label: 'retail or office', words: ['retail', 'office', 'store', 'commercial'], value: 14 },
      { label: 'single family', words: ['single family'], codes: ['sfr'], value: 3 },
      {
        label: 'multi-family',
        words: ['multi family', 'multifamily', 'apartment', 'duplex', 'condo', 'townho'],
        codes: ['mfr'],
        value: 2,
      },
    ],
    otherwise: { label: 'another property type', value: 6 },
    unknown: { label: 'property type not known', value: 6 },
  },
  zoning: ZONING,
  lot_use: {
    label: 'Lot use',
    rules: [
      { label: 'industrial use', words: ['industrial'], value: 5 },
      { label: 'commercial use', words: ['commercial'], value: 3 },
      { label: 'agricultural use', words: ['agricultur'], value: 2 },
      { label: 'residential use', words: ['residential'], value: 1 },
    ],
    otherwise: { label: 'another use', value: 0 },
    unknown: { label: 'lot use not known', value: 2 },
  },
  deal_breakers: {
    why: 'The specification does not say what deal breakers do: land that is not for sale is no lead, so the score is 0. They apply to property type and lot use; public and institutional zones get their 0 in the zoning table. Public storage is a business, not a public body.',
    words: ['government', 'school', 'university', 'college', 'hospital', 'church', 'institutional', 'public'],
    except: ['public storage', 'public warehous'],
    numbers: [953],
  },
  open_ratio: {
    label: 'Open space',
    bands: [
      { label: '80-85% open', from: 0.8, to: 0.85, value: 15 },
      { label: '75-80% open', from: 0.75, to: 0.8, value: 13 },
      { label: '85-90% open', from: 0.85, to: 0.9, value: 13 },
      { label: '70-75% open', from: 0.7, to: 0.75, value: 11 },
      { label: '90-95% open', from: 0.9, to: 0.95, value: 9 },
      { label: '60-70% open', from: 0.6, to: 0.7, value: 7 },
      { label: '95-97% open', from: 0.95, to: 0.97, value: 5 },
      { label: '50-60% open', from: 0.5, to: 0.6, value: 4 },
      { label: '97-100% open', from: 0.97, to: 1, value: 3 },
      { label: '30-50% open', from: 0.3, to: 0.5, value: 2 },
    ],
    otherwise: { label: 'below 30% open', value: 0 },
    unknown: { label: 'open space not known', value: 3 },
  },
  open_space_penalty: PENALTY_AS_WRITTEN,
  lot_shape: {
    label: 'Lot shape',
    rules: [
      { label: 'highly irregular shape', words: ['highly irregular', 'very irregular'], value: 1 },
      { label: 'irregular shape', words: ['irregular'], value: 3 },
      { label: 'regular shape', words: ['regular', 'rectang', 'square'], value: 5 },
    ],
    otherwise: { label: 'another shape', value: 3 },
    unknown: { label: 'shape not known', value: 3 },
  },
  topography: {
    label: 'Topography',
    why: 'A lot with several descriptions counts as the worst of them.',
    rules: [
      { label: 'steep', words: ['steep'], value: 0 },
      { label: 'sloped', words: ['slop'], value: 1 },
      { label: 'rolling or gentle', words: ['rolling', 'gentl'], value: 3 },
      { label: 'level or flat', words: ['level', 'flat'], value: 5 },
    ],
    otherwise: { label: 'another topography', value: 3 },
    unknown: { label: 'topography not known', value: 3 },
  },
  lot_size: {
    label: 'Lot size',
    why: 'The specification gives the zones, 20 points for 8-18 acres and 0 below 2.3. The others fall in equal steps of 4 on either side; above 999 acres there is no zone.',
    bands: [
      { label: '8-18 acres', from: 8, to: 18, value: 20 },
      { label: '5-8 acres', from: 5, to: 8, value: 16 },
      { label: '18-25 acres', from: 18, to: 25, value: 16 },
      { label: '4-5 acres', from: 4, to: 5, value: 12 },
      { label: '25-40 acres', from: 25, to: 40, value: 12 },
      { label: '2.3-4 acres', from: 2.3, to: 4, value: 8 },
      { label: '40-60 acres', from: 40, to: 60, value: 8 },
      { label: '60-999 acres', from: 60, to: 999, value: 4 },
    ],
    otherwise: { label: 'below 2.3 or above 999 acres', value: 0 },
    unknown: null,
  },
  transportation: {
    why: 'The specification does not say how these numbers combine. The zones apply to the closest interchange (highway, with its bonus) and the closest rail facility; the fallback applies to an unknown distance; no sub-score exceeds 15. Closer is never worse.',
    highway: {
      label: 'Highway',
      bands: ZONES,
      otherwise: { label: 'beyond 30,000 m', value: 0 },
      unknown: { label: 'interchange not known', value: 5 },
    },
    interchange_bonus: {
      label: 'Interchange bonus',
      bands: [
        { label: 'within 3,000 m', to: 3_000, value: 2 },
        { label: 'within 6,000 m', to: 6_000, value: 1 },
        { label: 'within 10,000 m', to: 10_000, value: 0 },
      ],
      otherwise: { label: 'beyond 10,000 m', value: 0 },
      unknown: { label: 'interchange not known', value: 0 },
    },
    rail: {
      label: 'Rail',
      bands: ZONES,
      otherwise: { label: 'beyond 30,000 m', value: 0 },
      unknown: { label: 'rail not known', value: 5 },
    },
    max: 15,
    highway_weight: 0.6,
    rail_weight: 0.4,
  },
  hub_access: {
    why: 'The specification does not give the wording. A hub is a facility of critical importance; the limits are those of the transportation zones.',
    bands: [
      { to: 2_414, label: 'Prime hub access' },
      { to: 7_242, label: 'Good hub access' },
      { to: 20_000, label: 'Regional hub access' },
      { to: 30_000, label: 'Remote hub access' },
    ],
    otherwise: 'No hub nearby',
  },
  training: IOS_TRAINING,
  learned: [],
};
