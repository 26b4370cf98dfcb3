import type { LayerKind } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { readRows } from '../imports/reading/source.ts';
import { FacilityMapper } from './facility-mapper.ts';
import { recogniseLayerProfile } from './profiles/index.ts';

/** The facilities of a CSV file, by the profile that its columns are recognised as; of refused rows the reason. */
async function mapped(kind: LayerKind, text: string) {
  const found: { profile?: string; rows: unknown[] } = { rows: [] };
  let mapper: FacilityMapper | undefined;
  for await (const batch of readRows([Buffer.from(text)], 'csv')) {
    const profile = recogniseLayerProfile(batch.columns, kind);
    found.profile = profile.name;
    mapper ??= new FacilityMapper({ kind, profile });
    for (const row of mapper.map(batch).rows) found.rows.push('facility' in row ? row.facility : row.reason);
  }
  return found;
}

describe('a file of a source that we know', () => {
  test("EPA's emissions inventory: facilities that stand somewhere", async () => {
    const found = await mapped(
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
      'It works at various locations: its position is nominal',
    ]);
  });

  test('Superfund sites say whether they are still listed', async () => {
    const found = await mapped(
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

  test('interchanges that stand today, and no stations', async () => {
    const found = await mapped(
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
      'A Light Rail Station is no interchange',
    ]);
  });

  test('airports that a freighter can land on; the largest are hubs', async () => {
    const found = await mapped(
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
      'Its longest runway has 4,500 ft: freighters want 7,000',
      'Has no runway of hard surface',
    ]);
  });

  test('rail terminals; one that serves a port is a hub', async () => {
    const found = await mapped(
      'rail',
      `terminal_name,city,state,latitude,longitude,type,precision
Inland,Chicago,IL,41.87,-87.65,rail-truck,city-level
Harbor,Long Beach,CA,33.77,-118.2,rail-port,city-level`,
    );
    expect(found.profile).toBe('rail-terminals');
    expect(found.rows).toMatchObject([{ importance: 'major' }, { importance: 'critical' }]);
  });
});

describe('a file of any other source', () => {
  test('is read by the names of its columns; its kind is its source', async () => {
    const found = await mapped(
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

  test('has facilities that are somewhere, each once', async () => {
    const { rows } = await mapped(
      'lust',
      'id,name,lat,lon\na,A,34,-118\nb,B,0,0\nc,C,,\na,A,34,-118\nd,D,95,-118',
    );
    expect(rows).toEqual([
      expect.objectContaining({ source: 'LUST' }),
      'Its position is 0, 0, where no land is',
      'Has no position',
      'Facility a was already on line 2',
      expect.stringContaining('lat: '),
    ]);
  });

  test('of areas has polygons', async () => {
    const { rows } = await mapped('flood', 'name,flood_zone,lat,lon\nBank,AE,34,-118');
    expect(rows).toEqual(['Has no polygon: flood zones and soil are areas']);
  });
});
