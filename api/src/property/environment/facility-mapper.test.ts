import type { LayerKind } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { readRows } from '../imports/reading/read-rows.ts';
import { FacilityMapper } from './facility-mapper.ts';
import { recognizeLayerProfile } from './profiles/index.ts';

/** Maps a CSV file with the recognized profile; returns a facility or a rejection reason per row. */
async function mapCsv(kind: LayerKind, text: string) {
  const found: { profile?: string; rows: unknown[] } = { rows: [] };
  let mapper: FacilityMapper | undefined;
  for await (const batch of readRows([Buffer.from(text)], 'csv')) {
    const profile = recognizeLayerProfile(batch.columns, kind);
    found.profile = profile.name;
    mapper ??= new FacilityMapper({ kind, profile });
    for (const row of mapper.map(batch).rows) found.rows.push('facility' in row ? row.facility : row.reason);
  }
  return found;
}

describe('a file of a known source', () => {
  test('EPA emissions inventory: rejects facilities without a fixed location', async () => {
    const found = await mapCsv(
      'epa',
      `eis_facility_id,facility_name,street_address,facility_type,naics,latitude,longitude,top_pollutants
7,Plating Works,1 Main St,Plant,332813,34.1,-118.2,Chromium
8,Portable Crusher,VARIOUS LOCATIONS,Plant,212321,34.1,-118.2,Dust`,
    );
    expect(found.profile).toBe('epa-nei');
    expect(found.rows).toEqual([
      expect.objectContaining({
        facility_id: '7',
        name: 'Plating Works',
        source: 'Air emissions',
        contamination_type: 'Chromium',
      }),
      'Operates at various locations, so its coordinates are only nominal',
    ]);
  });

  test('Superfund sites: maps the NPL status', async () => {
    const found = await mapCsv(
      'npl',
      `epa_id,site_name,npl_status,address,latitude,longitude
TX1,SIKES,F,US HWY 90,29.8,-95.0
TX2,OLD PIT,D,US HWY 91,29.9,-95.1`,
    );
    expect(found.profile).toBe('superfund');
    expect(found.rows).toEqual([
      expect.objectContaining({ source: 'NPL', regulatory_status: 'Final NPL site' }),
      expect.objectContaining({ regulatory_status: 'Deleted from the NPL' }),
    ]);
  });

  test('Utah interchanges: rejects planned interchanges and other stations', async () => {
    const found = await mapCsv(
      'interchange',
      `name,submode,mpo,status,latitude,longitude
Exit 1,Interchange,WFRC,Current,40.7,-112.0
Exit 2,Interchange,WFRC,Future,40.8,-112.0
Depot,Light Rail Station,WFRC,Current,40.9,-112.0`,
    );
    expect(found.profile).toBe('utah-interchanges');
    expect(found.rows).toEqual([
      expect.objectContaining({ name: 'Exit 1' }),
      'Its status is Future, not Current',
      'A Light Rail Station is not an interchange',
    ]);
  });

  test('airports: rejects short or unpaved runways and marks the largest airports as critical', async () => {
    const found = await mapCsv(
      'airport',
      `name,city,iata,icao,latitude,longitude,runways,longest_runway_ft,hard_surface
Large,Here,LAR,KLAR,40.1,-112.0,3,12000,1
Single,Here,SIN,KSIN,40.2,-112.0,1,12000,1
Short,Here,SHO,KSHO,40.3,-112.0,2,4500,1
Grass,Here,GRA,KGRA,40.4,-112.0,2,8000,0`,
    );
    expect(found.profile).toBe('airports');
    expect(found.rows).toEqual([
      expect.objectContaining({ name: 'Large', importance: 'critical' }),
      expect.objectContaining({ name: 'Single', importance: 'major' }),
      'Its longest runway is 4,500 ft; freighters need 7,000 ft',
      'Has no hard-surface runway',
    ]);
  });

  test('rail terminals: marks terminals that serve a port as critical', async () => {
    const found = await mapCsv(
      'rail',
      `terminal_name,city,state,latitude,longitude,type,precision
Inland,Chicago,IL,41.87,-87.65,rail-truck,city-level
Harbor,Long Beach,CA,33.77,-118.2,rail-port,city-level`,
    );
    expect(found.profile).toBe('rail-terminals');
    expect(found.rows).toMatchObject([{ importance: 'major' }, { importance: 'critical' }]);
  });
});

describe('a file of an unknown source', () => {
  test('is mapped by column names, with its kind as the source', async () => {
    const found = await mapCsv(
      'ust',
      `Registry_ID,Station_Name,Lat,Lon,Date_Closed
u1,Corner Gas,34.1,-118.2,2019-01-31`,
    );
    expect(found.profile).toBe('generic');
    expect(found.rows).toEqual([
      expect.objectContaining({
        facility_id: 'u1',
        name: 'Corner Gas',
        latitude: 34.1,
        source: 'UST',
        closure_date: '2019-01-31',
      }),
    ]);
  });

  test('needs a position and a unique id per facility', async () => {
    const { rows } = await mapCsv(
      'lust',
      'id,name,lat,lon\na,A,34,-118\nb,B,0,0\nc,C,,\na,A,34,-118\nd,D,95,-118',
    );
    expect(rows).toEqual([
      expect.objectContaining({ source: 'LUST' }),
      'Its position is 0, 0, which is in the ocean',
      'Has no coordinates',
      'Facility a is already on line 2',
      expect.stringContaining('lat: '),
    ]);
  });

  test('limits the length of an id', async () => {
    const { rows } = await mapCsv('ust', `id,name,lat,lon\n${'x'.repeat(201)},A,34,-118`);
    expect(rows).toEqual(['Its id is longer than 200 characters']);
  });

  test('needs polygons for area layers', async () => {
    const { rows } = await mapCsv('flood', 'name,flood_zone,lat,lon\nBank,AE,34,-118');
    expect(rows).toEqual(['Has no polygon, which flood zones and soil areas need']);
  });
});
