import type { Breakdown } from '@landline/api/property/candidates/contract';
import { expect, test } from 'vitest';
import { partsOf, reasonOf } from './score-parts.ts';

const part = (label: string, points: number | null, maxPoints: number) => ({
  label,
  points,
  maxPoints,
  tooltip: '',
  items: [],
});
const untrained: Breakdown['adjustments'] = {
  dataReliability: 0,
  dataReliabilityReasons: [],
  trainingData: {
    classification: null,
    baseAdjustment: 0,
    totalAdjustment: 0,
    appliedFactors: [],
    learnedAdjustment: 0,
    learnedFactors: [],
    impact: 'none',
  },
};

function adu(changes: Partial<Extract<Breakdown, { property_type: 'adu' }>> = {}): Breakdown {
  return {
    property_type: 'adu',
    score: 80,
    na_reason: null,
    grade: 'Excellent',
    penalties: [],
    unit_count_penalty_multiplier: 1,
    townhouse_penalty_multiplier: 1,
    courtyard_penalty_multiplier: 1,
    adjustments: untrained,
    totals: { base: 80, afterPenalties: 80, adjustment: 0, final: 80, maxPoints: 100 },
    components: {
      lotOpportunity: part('Lot opportunity', 40, 45),
      propertyScale: part('Property scale', 25, 25),
      siteEfficiency: part('Site efficiency', 10, 20),
      layoutFlexibility: part('Layout flexibility', null, 10),
    },
    ...changes,
  };
}

test('names the strongest and the weakest component and skips unknown ones', () => {
  expect(reasonOf(partsOf(adu()))).toBe(
    'Strongest component: Property scale (25.0 of 25). Weakest: Site efficiency (10.0 of 20).',
  );
});

test('reports full points', () => {
  const components = {
    lotOpportunity: part('Lot opportunity', 45, 45),
    propertyScale: part('Property scale', 25, 25),
    siteEfficiency: part('Site efficiency', 20, 20),
    layoutFlexibility: part('Layout flexibility', 10, 10),
  };
  expect(reasonOf(partsOf(adu({ score: 100, components })))).toBe('Every component earned full points.');
});

test('lists penalties as lost points and names the largest', () => {
  const penalties = [
    { label: 'Few units', multiplier: 0.6, points: 32, reason: '5 to 9 units' },
    { label: 'Townhouse', multiplier: 0.85, points: 7.2, reason: '1 or 2 garages' },
  ];
  const parts = partsOf(adu({ penalties }));
  expect(parts.adjustments.map(({ label, points }) => [label, points])).toEqual([
    ['Few units × 0.6', -32],
    ['Townhouse × 0.85', -7.2],
  ]);
  expect(reasonOf(parts)).toBe(
    'Strongest component: Property scale (25.0 of 25). Largest adjustment: Few units (−32.0).',
  );
});

test('lists the points of the classification apart from those learned from other properties', () => {
  const trainingData = {
    ...untrained.trainingData,
    classification: 'bad' as const,
    totalAdjustment: -25,
    learnedAdjustment: -5,
  };
  const { adjustments } = partsOf(adu({ adjustments: { ...untrained, trainingData } }));
  expect(adjustments.map(({ label, points }) => [label, points])).toEqual([
    ['Classified as bad', -20],
    ['Similar properties', -5],
  ]);
});

test('shows the total training effect on a bar of 30 points', () => {
  const trained = (totalAdjustment: number, impact: 'none' | 'moderate' | 'major') =>
    partsOf(
      adu({
        adjustments: { ...untrained, trainingData: { ...untrained.trainingData, totalAdjustment, impact } },
      }),
    ).training;
  expect(trained(12, 'moderate')).toEqual({ points: 12, percent: 40, impact: 'moderate' });
  expect(trained(-30, 'major')).toEqual({ points: -30, percent: 100, impact: 'major' });
  expect(trained(0, 'none')).toBeNull();
});

test('gives no reason without a score', () => {
  expect(reasonOf(partsOf(adu({ score: null })))).toBeNull();
});
