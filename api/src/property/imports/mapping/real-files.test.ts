import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { candidateFeatures } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { importAll } from '../testing/import-all.ts';

const parcels = path.resolve(import.meta.dirname, '../../../../../../shared/data/parcels');

describe.skipIf(!existsSync(parcels))(`real files (skipped without ${parcels})`, () => {
  test.each([
    ['lebanon_nh_parcels_2025.csv', 'lebanon-nh', 5_660, 0],
    ['davis_ut_lir_residential_2020.csv', 'utah-lir', 14_269, 0],
    ['la_county_hcd_sites.csv', 'la-hcd-sites', 10_188, 11],
    ['socal_warehouse_parcels_2026.csv', 'socal-warehouse', 8_939, 449],
    ['la_county_parcel_shapes.csv', 'generic', 15_326, 0],
    ['la_county_hcd_site_polygons.ndjson', 'generic', 7_806, 0],
    ['socal_warehouse_polygons_la.ndjson', 'generic', 4_850, 1],
  ])('%s is recognized as %s: %i candidates, %i rejected', async (file, profile, imported, rejected) => {
    const format = file.endsWith('.csv') ? 'csv' : 'ndjson';
    const result = await importAll(createReadStream(path.join(parcels, file)), { format });
    expect(result.profile).toBe(profile);
    expect([result.candidates.size, result.rejected.length]).toEqual([imported, rejected]);
    for (const candidate of result.candidates.values()) candidateFeatures.parse(candidate);
  });

  test('are imported with the values of their columns', async () => {
    const lebanon = await importAll(createReadStream(path.join(parcels, 'lebanon_nh_parcels_2025.csv')));
    expect(lebanon.candidates.get('1-1')).toMatchObject({
      street_address: '17 FARAWAY LN',
      units: 1,
      parcel_area: 101_930,
      building_area: 1_166,
      building_area_source: 'estimated',
      open_area: 100_764,
      year_built: 1963,
      zoning_code: 'R3',
      lot_use: 'residential',
      market_value: 461_900,
      zip_code: null,
      lot_shape: null,
    });
    const all = [...lebanon.candidates.values()];
    expect(all.filter(({ parcel_area }) => parcel_area === null)).toHaveLength(1_336);
    expect(all.filter(({ parcel_area }) => parcel_area === 0)).toHaveLength(0);
    const withoutFootprint = all.filter(
      ({ building_area, building_data_quality }) =>
        building_area !== null && building_data_quality === 'insufficient_footprint_data',
    );
    expect(withoutFootprint).toHaveLength(1_310);
    // The others are nearly all condominiums without their own lot.
    expect(withoutFootprint.filter(({ parcel_area }) => parcel_area !== null)).toHaveLength(1_248);
    expect(new Set(withoutFootprint.map(({ building_area_source }) => building_area_source))).toEqual(
      new Set(['estimated']),
    );

    const warehouses = await importAll(
      createReadStream(path.join(parcels, 'socal_warehouse_parcels_2026.csv')),
    );
    const years = [...warehouses.candidates.values()].filter(({ year_built }) => year_built === null);
    expect(years.length).toBeGreaterThan(250);
    expect(warehouses.rejected.filter(({ reason }) => reason === 'The APN is missing')).toHaveLength(8);
  });
});
