import { expect, test } from 'vitest';
import { keyOf, suggestDataset } from './dataset-fields.ts';

test('a key is lower-case words joined by hyphens', () => {
  expect(keyOf('Salt Lake City (demo)')).toBe('salt-lake-city-demo');
  expect(keyOf('  Cañon City ')).toBe('canon-city');
  expect(keyOf(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59));
});

test.each([
  ['lebanon_nh_parcels_2025.csv', 'Lebanon NH Properties', 'lebanon-nh', 'city'],
  ['90250.geojson', '90250 Properties', '90250', 'zipcode'],
  ['davis-ut-lir-residential-2020.csv', 'Davis UT Properties', 'davis-ut', 'city'],
  ['2025.csv', '', '', 'city'],
])('%s suggests "%s"', (fileName, dataset_name, dataset_key, dataset_type) => {
  expect(suggestDataset(fileName)).toMatchObject({ dataset_name, dataset_key, dataset_type });
});
