import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { csvLine } from '../../platform/http/csv.ts';
import { HEADER } from '../candidates/csv-lines.ts';
import { PREVIEW_BYTES } from './contract.ts';
import { previewFile } from './preview.ts';

describe('a preview', () => {
  test('leaves out a last row that is cut off', async () => {
    const csv = Buffer.from('apn,city\n1,A\n2,B\n3,"C');
    const cut = await previewFile(csv, { isWhole: false });
    expect([cut.rows.map(({ line }) => line), cut.rejected]).toEqual([[2, 3], []]);
    const whole = await previewFile(csv, { isWhole: true });
    expect(whole.rejected).toEqual([{ line: 4, reason: 'A quote is opened and never closed', raw: '3,"C' }]);
    const collection = Buffer.from(
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"apn":1}},{"ty',
    );
    expect(await previewFile(collection, { isWhole: false })).toMatchObject({
      format: 'geojson',
      rows: [{ line: 1, candidate: { apn: '1' } }],
      rejected: [],
    });
  });

  test('recognizes the columns of an export of candidates', async () => {
    const row = csvLine(['1 Oak St', 'San José', '90250', '7-1', ...Array<null>(15).fill(null)]);
    const exported = await previewFile(Buffer.from(HEADER + row), { isWhole: true });
    expect(exported.problems).toEqual([]);
    expect(exported.rows[0]?.candidate).toMatchObject({
      street_address: '1 Oak St',
      city: 'San José',
      apn: '7-1',
    });
  });

  test('reports missing columns and applies overrides', async () => {
    const csv = Buffer.from('Nr,Ort\n7,Hanover\n');
    const without = await previewFile(csv, { isWhole: true });
    expect(without.profile).toBe('generic');
    expect(without.problems).toEqual([
      'No column was recognized as the parcel number. Choose the column for apn',
    ]);
    const mapped = await previewFile(csv, { isWhole: true, mapping: { Nr: 'apn', Ort: 'city' } });
    expect(mapped.problems).toEqual([]);
    expect(mapped.columns).toEqual([
      { column: 'Nr', field: 'apn', samples: ['7'] },
      { column: 'Ort', field: 'city', samples: ['Hanover'] },
    ]);
    expect(mapped.rows[0]?.candidate).toMatchObject({ apn: '7', city: 'Hanover' });
    expect((await previewFile(Buffer.from('apn\n'), { isWhole: true })).problems).toEqual([
      'The file has no rows',
    ]);
    const longRow = await previewFile(Buffer.from(`apn,city\n1,"${'x'.repeat(99)}`), { isWhole: false });
    expect(longRow).toMatchObject({ rows: [], rejected: [], problems: [] });
  });

  test('handles columns named like object properties', async () => {
    const csv = Buffer.from('apn,Constructor,toString,__proto__\n1,Bob,Hanover,x\n');
    const mapping = Object.fromEntries([['toString', 'city' as const]]);
    const { columns, rows } = await previewFile(csv, { isWhole: true, mapping });
    expect(columns.map(({ field }) => field)).toEqual(['apn', null, 'city', null]);
    expect(rows[0]?.candidate).toMatchObject({ apn: '1', city: 'Hanover' });
  });

  const lebanon = path.resolve(
    import.meta.dirname,
    '../../../../../shared/data/parcels/lebanon_nh_parcels_2025.csv',
  );
  test.skipIf(!existsSync(lebanon))(`of a real file (skipped without ${lebanon})`, async () => {
    const preview = await previewFile(readFileSync(lebanon).subarray(0, PREVIEW_BYTES), { isWhole: false });
    expect(preview).toMatchObject({ format: 'csv', profile: 'lebanon-nh', problems: [], rejected: [] });
    expect(preview.columns.find(({ column }) => column === 'zoning')?.field).toBe('zoning_code');
    expect(preview.derived.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['parcel_area', 'building_area', 'lot_use', 'open_area', 'open_ratio']),
    );
  });
});
