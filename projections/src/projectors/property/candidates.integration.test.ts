import { candidateFeatures, type EventData, type RecordedEvent } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { candidate, candidates } from './candidates.ts';

const { given } = projectorSpec(candidates);
const id = (apn: string) => candidateId('lebanon', apn);
const imported = (data: Partial<EventData<'CandidatesImported'>>): RecordedEvent =>
  recorded('CandidatesImported', {
    import_id: 'i1',
    dataset_key: 'lebanon',
    property_type: 'ios',
    chunk: 0,
    first_line: 2,
    last_line: 3,
    bytes_read: 100,
    columns: [],
    rows: [],
    owners: [],
    ...data,
  });

const later = (event: RecordedEvent): RecordedEvent => ({
  ...event,
  metadata: { ...event.metadata, at: '2026-04-01T09:00:00.000Z' },
});

test('converts a file row to a candidate, with null for missing fields', async () => {
  const rows = await given(
    imported({
      columns: ['id', 'apn', 'street_address', 'parcel_area', 'ios_is_100_year_flood'],
      rows: [
        [id('1-1'), '1-1', '17 Faraway Ln', 101_930.25, false],
        [id('1-2'), '1-2', 'C:\\temp\t"x"\n', null, null],
      ],
      owners: [{ index: 1, candidate_id: id('1-2'), owner_name: "O'Neill & Söhne" }],
    }),
  );
  const stored = await rows(candidate);
  expect(stored).toHaveLength(2);
  const [first, second] = ['1-1', '1-2'].map((apn) => stored.find((row) => row.apn === apn));
  const {
    dataset_key,
    property_type,
    import_id,
    imported_at,
    first_imported_at: _,
    ...features
  } = first ?? {};
  expect(candidateFeatures.parse(features)).toMatchObject({
    id: id('1-1'),
    street_address: '17 Faraway Ln',
    parcel_area: 101_930.25,
    ios_is_100_year_flood: false,
    owner_name: null,
    closest_interchange: null,
  });
  expect({ dataset_key, property_type, import_id, imported_at }).toEqual({
    dataset_key: 'lebanon',
    property_type: 'ios',
    import_id: 'i1',
    imported_at: '2026-03-01T09:00:00+00:00',
  });
  expect(second).toMatchObject({
    street_address: 'C:\\temp\t"x"\n',
    parcel_area: null,
    owner_name: "O'Neill & Söhne",
  });
});

test('keeps the structure of facilities', async () => {
  const interchange = { name: 'I-89 "Exit" 17', distance_meters: 812.5, importance: 'critical' };
  const rows = await given(
    imported({
      columns: ['id', 'apn', 'closest_interchange', 'ios_epa_facilities'],
      rows: [[id('1-1'), '1-1', interchange, []]],
    }),
  );
  expect(await rows(candidate)).toMatchObject([{ closest_interchange: interchange, ios_epa_facilities: [] }]);
});

test('replaces a parcel that is imported again', async () => {
  const row = (zoning: string | null) => [[id('1-1'), '1-1', zoning]];
  const rows = await given(
    imported({ columns: ['id', 'apn', 'zoning_code'], rows: row('R1') }),
    later(imported({ columns: ['id', 'apn', 'city'], rows: row('Lebanon'), import_id: 'i2' })),
  );
  expect(await rows(candidate)).toMatchObject([
    {
      zoning_code: null,
      city: 'Lebanon',
      import_id: 'i2',
      imported_at: '2026-04-01T09:00:00+00:00',
      first_imported_at: Date.parse('2026-03-01T09:00:00Z'),
    },
  ]);
});
