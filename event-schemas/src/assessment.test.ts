import { expect, test } from 'vitest';
import { type Assessment, layersInUse } from './assessment.ts';
import { UNKNOWN_FEATURES } from './candidate.ts';

const layers: Pick<Assessment, 'consulted' | 'flood_layer' | 'soil_layer'> = {
  consulted: ['sites'],
  flood_layer: 'flood',
  soil_layer: 'soil',
};
const own = { ...UNKNOWN_FEATURES, id: 'c1', apn: 'A1' };

test('names the layers of all facts that the own file of a candidate does not state', () => {
  expect(layersInUse(own, layers)).toEqual(layers);
});

test.each([
  ['sites, even if there are none', { ios_epa_facilities: [] }, { consulted: [] }],
  ['a flood zone', { ios_flood_zone: 'X' }, { flood_layer: null }],
  ['a flood flag', { ios_is_100_year_flood: false }, { flood_layer: null }],
  ['soil contamination', { ios_soil_contamination: 'Low' }, { soil_layer: null }],
  ['soil drainage', { ios_soil_drainage: 'Well drained' }, { soil_layer: null }],
])('leaves out the layers of facts that the own file states: %s', (_, facts, expected) => {
  expect(layersInUse({ ...own, ...facts }, layers)).toEqual({ ...layers, ...expected });
});
