import type { ScoringModel } from './document.ts';
import { ADU_TRAINING } from './factors.ts';
import { ZONING } from './zoning.ts';

/**
 * Spec 001 §9 gives the component weights (45 + 25 + 20 + 10) and the penalties. It does not define how points follow
 * from measures. The tables here do; in each, points rise with the measure.
 */
export const ADU: ScoringModel['adu'] = {
  open_area: {
    label: 'Open ground',
    why: 'Lot Opportunity: open area for a new home. California allows a detached one of 1,200 sq ft, which takes about 2,000 with setbacks. Full points at 30,000, where several fit.',
    bands: [
      { label: 'from 30,000 sq ft', from: 30_000, value: 45 },
      { label: '20,000 to 30,000 sq ft', from: 20_000, value: 42 },
      { label: '12,000 to 20,000 sq ft', from: 12_000, value: 38 },
      { label: '8,000 to 12,000 sq ft', from: 8_000, value: 33 },
      { label: '5,000 to 8,000 sq ft', from: 5_000, value: 27 },
      { label: '3,000 to 5,000 sq ft', from: 3_000, value: 20 },
      { label: '2,000 to 3,000 sq ft', from: 2_000, value: 13 },
      { label: '1,200 to 2,000 sq ft', from: 1_200, value: 6 },
    ],
    otherwise: { label: 'below 1,200 sq ft', value: 0 },
    unknown: null,
  },
  units: {
    label: 'Existing homes',
    why: 'Property Scale: the law ties the number of new homes on a lot to the existing ones. Steps match those of the penalties (5, 10, 20 units); full points at 40.',
    bands: [
      { label: 'from 40 units', from: 40, value: 25 },
      { label: '30 to 39 units', from: 30, value: 23 },
      { label: '20 to 29 units', from: 20, value: 21 },
      { label: '15 to 19 units', from: 15, value: 18 },
      { label: '10 to 14 units', from: 10, value: 15 },
      { label: '5 to 9 units', from: 5, value: 11 },
      { label: '2 to 4 units', from: 2, value: 7 },
      { label: '1 unit', from: 1, value: 4 },
    ],
    otherwise: { label: 'no unit', value: 0 },
    unknown: null,
  },
  open_ratio: {
    label: 'Open share of the lot',
    why: 'Site Efficiency: share of the lot that is not built over. Most residential zones cap coverage at 40 to 60 percent, so steps are closer there.',
    bands: [
      { label: 'from 80% open', from: 0.8, value: 20 },
      { label: '70-80% open', from: 0.7, value: 18 },
      { label: '60-70% open', from: 0.6, value: 15 },
      { label: '50-60% open', from: 0.5, value: 11 },
      { label: '40-50% open', from: 0.4, value: 7 },
      { label: '30-40% open', from: 0.3, value: 4 },
      { label: '20-30% open', from: 0.2, value: 2 },
    ],
    otherwise: { label: 'below 20% open', value: 0 },
    unknown: null,
  },
  open_area_per_unit: {
    label: 'Open ground per existing home',
    why: 'Layout Flexibility: with little open area per home, parking and access decide where a new one can go; with plenty it can go anywhere. 800 sq ft is the size that every city must allow.',
    bands: [
      { label: 'from 2,400 sq ft each', from: 2_400, value: 10 },
      { label: '1,600 to 2,400 sq ft each', from: 1_600, value: 8 },
      { label: '800 to 1,600 sq ft each', from: 800, value: 6 },
      { label: '400 to 800 sq ft each', from: 400, value: 3 },
      { label: '200 to 400 sq ft each', from: 200, value: 1 },
    ],
    otherwise: { label: 'below 200 sq ft each', value: 0 },
    unknown: null,
  },
  garages: {
    label: 'Garages',
    why: 'No points: these kinds exist for training. No garages and 1 or 2 garages match the townhouse penalty; rows of 6 or more, which can become several homes, are separate from a few.',
    bands: [
      { label: '6 or more garages', from: 6, value: 0 },
      { label: '3 to 5 garages', from: 3, value: 0 },
      { label: '1 or 2 garages', from: 1, value: 0 },
    ],
    otherwise: { label: 'no garage', value: 0 },
    unknown: { label: 'garages not known', value: 0 },
  },
  buildings: {
    label: 'Buildings',
    why: 'No points: these kinds exist for training. One building matches the courtyard penalty; two or three are a house with outbuildings, four or more an estate.',
    bands: [
      { label: '4 or more buildings', from: 4, value: 0 },
      { label: '2 or 3 buildings', from: 2, value: 0 },
      { label: 'one building', from: 1, value: 0 },
    ],
    otherwise: { label: 'no building', value: 0 },
    unknown: { label: 'buildings not known', value: 0 },
  },
  zoning: {
    ...ZONING,
    rules: ZONING.rules.map((rule) => ({ ...rule, value: 0 })),
    otherwise: { ...ZONING.otherwise, value: 0 },
    unknown: { ...ZONING.unknown, value: 0 },
  },
  unit_count_penalty: {
    label: 'Unit count penalty',
    bands: [
      { label: '10 or more units', from: 10, value: 1 },
      { label: 'Moderate unit count penalty: 5 to 9 units', from: 5, value: 0.6 },
    ],
    otherwise: { label: 'Severe unit count penalty: under 5 units', value: 0.25 },
    unknown: null,
  },
  townhouse_penalty: {
    why: 'No penalty when the number of garages is unknown.',
    without_garage: 0.5,
    few_garages: { from: 1, to: 2, min_score: 80, multiplier: 0.85 },
  },
  courtyard_penalty: {
    why: 'No penalty when the number of buildings is unknown.',
    buildings: 1,
    min_units: 20,
    min_score: 70,
    multiplier: 0.6,
  },
  reliability: {
    why: 'Spec 001 §3 names these without values. Small compared with the components: doubtful data reorders similar candidates without sinking any.',
    building_area_source: {
      label: 'Building area source',
      rules: [
        { label: 'adjusted by the county', words: ['county adjusted'], value: 0 },
        { label: 'estimated building area', words: ['estimated'], value: -2 },
      ],
      otherwise: { label: 'another source', value: -2 },
      unknown: { label: 'source not given', value: 0 },
    },
    building_data_quality: {
      label: 'Building data quality',
      rules: [{ label: 'insufficient footprint data', words: ['insufficient footprint data'], value: -5 }],
      otherwise: { label: 'quality noted', value: -2 },
      unknown: { label: 'no doubt noted', value: 0 },
    },
    data_quality_flag: {
      label: 'Data quality flag',
      rules: [{ label: 'several parcels merged', words: ['merged parcels'], value: -5 }],
      otherwise: { label: 'flagged by the source', value: -3 },
      unknown: { label: 'no flag', value: 0 },
    },
  },
  training: ADU_TRAINING,
  learned: [],
};
