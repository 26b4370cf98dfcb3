import { expect, test } from 'vitest';
import { datasetFields, keyOf, suggestDataset } from './dataset-fields.ts';

test('derives a key of lowercase words joined by hyphens', () => {
  expect(keyOf('Salt Lake City (demo)')).toBe('salt-lake-city-demo');
  expect(keyOf('  Cañon City ')).toBe('canon-city');
  expect(keyOf(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59));
});

test.each([
  ['lebanon_nh_parcels_2025.csv', 'Lebanon NH Properties', 'lebanon-nh', 'city', 'NH'],
  ['90250.geojson', '90250 Properties', '90250', 'zipcode', undefined],
  ['orange_county_ca.csv', 'Orange County CA Properties', 'orange-county-ca', 'county', 'CA'],
  ['la_county_sites.csv', 'LA County Properties', 'la-county', 'county', undefined],
  ['parcels_in_lebanon.csv', 'IN Lebanon Properties', 'in-lebanon', 'city', undefined],
  ['2025.csv', '', '', 'city', undefined],
])('for the file %s, suggests the name "%s"', (fileName, dataset_name, dataset_key, dataset_type, state) => {
  const suggested = suggestDataset(fileName, 'generic');
  expect(suggested).toMatchObject({ dataset_name, dataset_key, dataset_type });
  expect(suggested.state).toBe(state);
});

test('suggests a valid name for a long file name', () => {
  const suggested = suggestDataset(`${'a-long-name-'.repeat(20)}.csv`, 'generic');
  expect(datasetFields.safeParse(suggested).success).toBe(true);
});

test('suggests the fields of a known source', () => {
  expect(suggestDataset('davis-ut-lir-residential-2020.csv', 'utah-lir')).toEqual({
    dataset_name: 'Davis UT Properties',
    dataset_key: 'davis-ut',
    dataset_type: 'county',
    property_type: 'adu',
    state: 'UT',
  });
  expect(suggestDataset('warehouses.csv', 'socal-warehouse')).toMatchObject({
    dataset_type: 'ios',
    property_type: 'ios',
    state: 'CA',
  });
});
