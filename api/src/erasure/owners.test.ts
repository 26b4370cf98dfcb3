import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../imports/client.ts';
import { eventually } from '../testing/api.ts';
import { startErasureHouse, WORD } from '../testing/erasure-house.ts';
import { whereItStands } from '../testing/where-it-stands.ts';

const FILE = 'roll-of-owners.csv';
const ROLL = `apn,street_address,parcel_area,owner_name
1-1,12 Acorn Street,10000,${WORD} Doe
1-2,14 Acorn Street,10000,Somebody Else
,16 Acorn Street,10000,${WORD} Doe
`;

let house: Awaited<ReturnType<typeof startErasureHouse>>;
let api: typeof house.api;
beforeAll(async () => {
  house = await startErasureHouse();
  ({ api } = house);
}, 60_000);
afterAll(() => house?.stop());

const find = async (by: string, sought: string) =>
  (await house.call('GET', `erasures/find?${new URLSearchParams({ by, sought })}`)).data;

/** The roll's import as it ends, when its candidates are there. */
async function importRoll(text: string) {
  const file = path.join(house.dataDir, FILE);
  await writeFile(file, text);
  const done = await importFile({
    baseUrl: api.url,
    token: house.token,
    file,
    dataset_key: 'acorn',
    dataset_name: 'Acorn Properties',
    dataset_type: 'city',
    property_type: 'adu',
  });
  await rm(file);
  await eventually('its candidates', async () => (await owners(done.import_id)).length === 2);
  return done;
}

/** What owners of an import's candidates are called, by parcel number. */
async function owners(importId: string): Promise<[string, string | null][]> {
  const { rows } = await api.deps.pg.query<{ apn: string; owner_name: string | null }>(
    'SELECT apn, owner_name FROM read.candidate WHERE import_id = $1 ORDER BY generation, apn',
    [importId],
  );
  return rows.map(({ apn, owner_name }) => [apn, owner_name]);
}

test('the owner of a property is found, erased, and stays so when the property is imported again', {
  timeout: 180_000,
}, async () => {
  const { import_id } = await importRoll(ROLL);
  await eventually('it stands where it is shown, and nowhere else', async () => {
    const places = await whereItStands(api.services, WORD);
    return places.join() === 'read.candidate,read.rejected_row';
  });

  for (const sought of ['1-1', '12 acorn', WORD.toLowerCase()])
    expect(await find('property', sought)).toMatchObject([
      { kind: 'owner', about: `${WORD} Doe, 12 Acorn Street, 1-1` },
    ]);
  expect(await find('property', 'Acorn Street')).toHaveLength(2);
  for (const sought of [WORD.toLowerCase(), 'of-owners'])
    expect(await find('import', sought)).toMatchObject([{ kind: 'import', id: import_id, about: FILE }]);
  expect(await find('import', 'Somebody')).toEqual([]);

  const [owner] = await find('property', WORD);
  await house.erase(owner);
  expect(await owners(import_id)).toEqual([
    ['1-1', '(erased)'],
    ['1-2', 'Somebody Else'],
  ]);
  expect(await find('property', '1-1')).toEqual([]);
  expect(await whereItStands(api.services, WORD)).toEqual(['read.rejected_row']);

  await house.erase({ kind: 'import', id: import_id });
  expect(await find('import', 'of-owners')).toEqual([]);
  expect(await whereItStands(api.services, WORD)).toEqual([]);
  const rejected = await api.call('GET', `/api/geo/imports/${import_id}/rejected`, { token: house.token });
  expect(rejected.status).toBe(200);
  expect(JSON.stringify(rejected.body)).toContain('(erased)');

  const again = await importRoll(ROLL.split('\n').slice(0, 3).join('\n').replace('14 Acorn', '14b Acorn'));
  expect(again).toMatchObject({ status: 'completed', imported: 2, rejected: 0 });
  expect(await owners(again.import_id)).toEqual([
    ['1-1', null],
    ['1-2', 'Somebody Else'],
  ]);
  expect(await whereItStands(api.services, WORD)).toEqual([]);
});
