import { describe, expect, test } from 'vitest';
import type { RejectedRow } from '../contract.ts';
import { type ImportOptions, importAll } from '../testing/import-all.ts';

const importText = (text: string, options?: ImportOptions) => importAll([Buffer.from(text)], options);
const reasons = ({ rejected }: { rejected: RejectedRow[] }) =>
  rejected.map(({ line, reason }) => [line, reason]);

const facility = (site_name: string) => {
  const unknown = { contamination_type: null, regulatory_status: null, risk_level: null };
  return JSON.stringify([{ site_name, source: 'EPA', distance_feet: 1, is_onsite: false, ...unknown }]);
};

describe('rejects only the row', () => {
  test('with a number or a text that no read model can store', async () => {
    const rows = [
      '{"apn":"1","market_value":1e309}',
      `{"apn":"2","ios_epa_facilities":${facility('b\ud800y')}}`,
      `{"apn":"3","ios_epa_facilities":${facility('b\0y')}}`,
      '{"apn":"4"}',
    ];
    const result = await importText(rows.join('\n'), { format: 'ndjson' });
    expect(reasons(result)).toEqual([
      [1, 'market_value: "Infinity" is too large'],
      [2, 'ios_epa_facilities: 0.site_name contains an incomplete Unicode character.'],
      [3, 'ios_epa_facilities: 0.site_name contains a NUL character.'],
    ]);
    expect([...result.candidates.keys()]).toEqual(['4']);
  });

  test('without an APN or with a repeated one', async () => {
    const result = await importText('apn,city\n1,A\n ,B\n2,C\n1,D\n');
    expect(reasons(result)).toEqual([
      [3, 'The APN is missing'],
      [5, 'APN 1 on line 5 is already on line 2'],
    ]);
    expect(result.rejected[1]?.raw).toBe('1,D');
    expect([...result.candidates.keys()]).toEqual(['1', '2']);
    expect(result.candidates.get('1')?.city).toBe('A');
  });

  test.each([
    ['units', 'abc', '"abc" is not a number'],
    ['parcel_area', '1,23', '"1,23" is not a number'],
    ['parcel_area', '0x10', '"0x10" is not a number'],
    ['parcel_area', '-5', '"-5" is below zero'],
    ['market_value', '9e999', '"9e999" is too large'],
    ['year_built', '19', '"19" is not a year'],
    ['latitude', '91', '"91" is not a valid coordinate'],
    ['longitude', '-180.1', '"-180.1" is not a valid coordinate'],
    ['ios_is_100_year_flood', 'maybe', '"maybe" is neither yes nor no'],
    ['building_area_source', 'guessed', '"guessed" is not one of estimated, county_adjusted'],
    ['ios_epa_facilities', '[{}]', 'is not a list of facilities: 0.site_name is missing or invalid'],
    ['ios_epa_facilities', '{}', 'is not a list of facilities'],
    ['city', 'a\0b', 'contains a NUL character'],
    ['units', '1\x002', '"1\u24002" is not a number'],
    ['ios_epa_facilities', facility('a\0'), '0.site_name contains a NUL character.'],
  ])('for %s = %j', async (column, value, reason) => {
    // The first rows are text, so that the file does not look binary.
    const filler = Array.from({ length: 600 }, (_, n) => `p${n},,,,`).join('\n');
    const result = await importText(
      `apn,${column},x,y,z\n${filler}\n1,"${value.replaceAll('"', '""')}",,,\n2,,,,\n`,
    );
    expect(result.rejected).toEqual([{ line: 602, reason: `${column}: ${reason}`, raw: expect.any(String) }]);
    expect(result.candidates.has('2')).toBe(true);
    expect(result.rejected[0]?.raw).not.toContain('\0');
  });

  test('with all reasons', async () => {
    const text = 'apn,units,lat,lon,year_built\n1,1,,,1990\n2,abc,91,5,19\n1,-1,,,\n,x,,,\n3,1,1,1,\n';
    expect(reasons(await importText(text))).toEqual([
      [
        3,
        'units: "abc" is not a number; lat: "91" is not a valid coordinate; year_built: "19" is not a year',
      ],
      [4, 'units: "-1" is below zero; APN 1 on line 4 is already on line 2'],
      [5, 'units: "x" is not a number; The APN is missing'],
    ]);
  });

  test('for a NUL character in any column, which the reason names', async () => {
    const rows = [
      { apn: '1', use_group: 'a\0', building_value: 0 },
      { apn: 'x\0', city: '\0' },
      { apn: '2', 'a\0b': 'x', units: '?', note: '\ud800' },
    ];
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    const result = await importText(text, {
      format: 'ndjson',
      profile: 'lebanon-nh',
      overrides: { 'a\0b': 'units' },
    });
    expect(reasons(result)).toEqual([
      [1, 'use_group: contains a NUL character'],
      [2, 'apn: contains a NUL character; city: contains a NUL character'],
      [3, 'a\u2400b: "x" is not a number'],
    ]);
  });

  test('for a latitude without a longitude', async () => {
    expect(reasons(await importText('apn,lat,lon\n1,5,\n'))).toEqual([
      [2, 'Has a latitude or a longitude, but not both'],
    ]);
  });
});

describe('values', () => {
  test('are read in common notations', async () => {
    const text =
      'apn;units;market_value;parcel_acres;year_built;zip\n1; 2.0 ;$1,234,567.50;.5;0;02139\n2;N/A;-3;;1e3;\n';
    const { candidates, rejected } = await importText(text);
    expect(candidates.get('1')).toMatchObject({
      units: 2,
      market_value: 1_234_567.5,
      parcel_area: 21_780,
      year_built: null,
      zip_code: '02139',
    });
    expect(rejected).toEqual([
      { line: 3, reason: 'year_built: "1e3" is not a year', raw: expect.any(String) },
    ]);
  });

  test('outside the scored ranges are accepted', async () => {
    const { candidates } = await importText('apn,parcel_area\n1,5\n2,60000000\n');
    expect([...candidates.values()].map((candidate) => candidate.parcel_area)).toEqual([5, 60_000_000]);
  });
});

describe('derived fields', () => {
  test('are areas, footprint and open ratio, from known values only', async () => {
    const text =
      'apn,acres,living_area_sqft,stories\na,1,4000,2\nb,1,4000,\nc,1,,2\nd,,4000,2\ne,0.01,4000,2\nf,1,0,2\n';
    const { candidates } = await importText(text);
    const facts = (apn: string) => {
      const { parcel_area, building_area, building_area_source, open_area, open_ratio } =
        candidates.get(apn) ?? {};
      return [parcel_area, building_area, building_area_source, open_area, open_ratio];
    };
    expect(facts('a')).toEqual([43_560, 2_000, 'estimated', 41_560, 0.9541]);
    expect(facts('b')).toEqual([43_560, 4_000, 'estimated', 39_560, 0.9082]);
    expect(facts('c')).toEqual([43_560, null, null, null, null]);
    expect(facts('d')).toEqual([null, 2_000, 'estimated', null, null]);
    expect(facts('e')).toEqual([435.6, 2_000, 'estimated', null, null]);
    expect(facts('f')).toEqual([43_560, null, null, null, null]);
    const quality = (apn: string) => candidates.get(apn)?.building_data_quality;
    expect(['a', 'b', 'c', 'd'].map(quality)).toEqual([
      null,
      'insufficient_footprint_data',
      'insufficient_footprint_data',
      null,
    ]);
  });

  test('never replace values of the file', async () => {
    const text = 'apn,street_address,parcel_area,building_area,open_area,open_ratio\n1,X,1000,200,500,0.4\n';
    const { candidates, profile } = await importText(text);
    expect(profile).toBe('landline');
    expect(candidates.get('1')).toMatchObject({
      open_area: 500,
      open_ratio: 0.4,
      building_area_source: null,
    });
  });

  test('include the center of the outline without coordinates', async () => {
    const ring = [
      [-118, 34],
      [-118, 34.002],
      [-117.998, 34.002],
      [-117.998, 34],
      [-118, 34],
    ];
    const rows = [
      { apn: '1', geometry: { type: 'Polygon', coordinates: [ring] } },
      { apn: '2', geometry: { type: 'MultiPolygon', coordinates: [[ring.toReversed()], [[]]] } },
      { apn: '3', geometry: { type: 'Point', coordinates: [-111.9, 40.7] } },
      { apn: '4', lat: 1, lon: 2, geometry: { type: 'Point', coordinates: [-111.9, 40.7] } },
      { apn: '5', geometry: { type: 'LineString', coordinates: ring } },
    ];
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    const { candidates } = await importText(text, { format: 'ndjson' });
    const places = [...candidates.values()].map(({ latitude, longitude }) => [latitude, longitude]);
    expect(places).toEqual([
      [34.001, -117.999],
      [34.001, -117.999],
      [40.7, -111.9],
      [1, 2],
      [null, null],
    ]);
  });

  test('include the lot shape', async () => {
    const text = 'apn,rect_fill,compactness\n1,0.99,0.2\n2,0.7,\n3,0.3,\n4,,0.785\n5,,0.5\n6,,0.1\n7,,\n';
    const { candidates } = await importText(text);
    expect([...candidates.values()].map((candidate) => candidate.lot_shape)).toEqual([
      'regular',
      'irregular',
      'highly irregular',
      'regular',
      'irregular',
      'highly irregular',
      null,
    ]);
  });
});

describe('columns', () => {
  test('are matched by known names; the most reliable one wins', async () => {
    const { fields } = await importText('Owner,Parcel ID,PIN,Situs Address,yearBuilt,what\na,1,2,b,1990,c\n');
    expect(fields).toEqual([
      ['Owner', 'owner_name'],
      ['Parcel ID', 'apn'],
      ['Situs Address', 'street_address'],
      ['yearBuilt', 'year_built'],
    ]);
  });

  test('can be mapped by the caller one by one', async () => {
    const { fields, candidates } = await importText('apn,lat,Nr,city\n1,34,9,X\n', {
      overrides: { Nr: 'apn', apn: null, lat: null, city: 'owner_name' },
    });
    expect(fields).toEqual([
      ['Nr', 'apn'],
      ['city', 'owner_name'],
    ]);
    expect(candidates.get('9')).toMatchObject({ latitude: null, owner_name: 'X', city: null });
  });

  test('can appear late in JSON', async () => {
    const text = '{"apn":"1"}\n{"apn":"2","closest_interchange":{"name":"I-15","distance_meters":900}}\n';
    const { candidates } = await importText(text, { format: 'ndjson' });
    expect(candidates.get('1')?.closest_interchange).toBeNull();
    expect(candidates.get('2')?.closest_interchange).toEqual({
      name: 'I-15',
      distance_meters: 900,
      importance: null,
    });
  });
});
