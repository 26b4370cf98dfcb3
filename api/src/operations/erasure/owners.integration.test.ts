import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../../property/imports/import-client.ts';
import { eventually } from '../../testing/api.ts';
import { ERASED_NAME, startErasureEnvironment } from '../../testing/erasure-environment.ts';
import { tablesContaining } from '../../testing/find-in-databases.ts';
import { filesContaining } from '../../testing/find-in-files.ts';

const FILE = 'parcel-owners.csv';
const CSV = `apn,street_address,parcel_area,owner_name
1-1,12 Acorn Street,10000,${ERASED_NAME} Doe
1-2,14 Acorn Street,10000,Somebody Else
,16 Acorn Street,10000,${ERASED_NAME} Doe
1-3,18 Acorn Street,${ERASED_NAME} Doe,
`;

let environment: Awaited<ReturnType<typeof startErasureEnvironment>>;
let api: typeof environment.api;
beforeAll(async () => {
  environment = await startErasureEnvironment();
  ({ api } = environment);
});
afterAll(() => environment?.stop());

const find = async (by: string, sought: string) =>
  (await environment.call('GET', `erasures/find?${new URLSearchParams({ by, sought })}`)).data;

/** Waits until the import has finished and its candidates are listed. */
async function importCsv(text: string) {
  const file = path.join(environment.dataDir, FILE);
  await writeFile(file, text);
  const done = await importFile({
    baseUrl: api.url,
    token: environment.token,
    file,
    dataset_key: 'acorn',
    dataset_name: 'Acorn Properties',
    dataset_type: 'city',
    property_type: 'adu',
  });
  await rm(file);
  await eventually(
    'the owners of the candidates are available',
    async () => (await owners(done.import_id)).length === 2,
  );
  return done;
}

/** Returns the owner names of an import's candidates by parcel number. */
async function owners(importId: string): Promise<[string, string | null][]> {
  const { rows } = await api.ports.pg.query<{ apn: string; owner_name: string | null }>(
    'SELECT apn, owner_name FROM read.candidate WHERE import_id = $1 ORDER BY generation, apn',
    [importId],
  );
  return rows.map(({ apn, owner_name }) => [apn, owner_name]);
}

test("keeps an owner's name erased when the property is imported again", async () => {
  const { import_id } = await importCsv(CSV);
  const rejectedRows = async () => {
    const { token } = environment;
    return (await api.call('GET', `/api/geo/imports/${import_id}/rejected`, { token })).body.data;
  };
  expect(await rejectedRows()).toMatchObject([
    { reason: 'The APN is missing' },
    { reason: `parcel_area: "${ERASED_NAME} Doe" is not a number` },
  ]);
  await eventually('only the read models that show the name contain it', async () => {
    const tables = await tablesContaining(api.services, ERASED_NAME);
    return tables.join() === 'read.candidate,read.rejected_row';
  });

  for (const sought of ['1-1', '12 acorn', ERASED_NAME.toLowerCase()])
    expect(await find('property', sought)).toMatchObject([
      { kind: 'owner', about: `${ERASED_NAME} Doe, 12 Acorn Street, 1-1` },
    ]);
  expect(await find('property', 'Acorn Street')).toHaveLength(2);
  for (const sought of [ERASED_NAME.toLowerCase(), 'parcel-owners'])
    expect(await find('import', sought)).toMatchObject([{ kind: 'import', id: import_id, about: FILE }]);
  expect(await find('import', 'Somebody')).toEqual([]);

  const [owner] = await find('property', ERASED_NAME);
  await environment.erase(owner);
  expect(await owners(import_id)).toEqual([
    ['1-1', '(erased)'],
    ['1-2', 'Somebody Else'],
  ]);
  expect(await find('property', '1-1')).toEqual([]);
  expect(await tablesContaining(api.services, ERASED_NAME)).toEqual(['read.rejected_row']);

  await environment.erase({ kind: 'import', id: import_id });
  expect(await find('import', 'parcel-owners')).toEqual([]);
  expect(await tablesContaining(api.services, ERASED_NAME)).toEqual([]);
  expect(await filesContaining(api.services.postgres.dataDir, ERASED_NAME)).toEqual([]);
  expect(await rejectedRows()).toEqual([
    { line: 4, reason: '(erased)', raw: '(erased)' },
    { line: 5, reason: '(erased)', raw: '(erased)' },
  ]);

  const again = await importCsv(CSV.split('\n').slice(0, 3).join('\n').replace('14 Acorn', '14b Acorn'));
  expect(again).toMatchObject({ status: 'completed', imported: 2, rejected: 0 });
  expect(await owners(again.import_id)).toEqual([
    ['1-1', null],
    ['1-2', 'Somebody Else'],
  ]);
  expect(await tablesContaining(api.services, ERASED_NAME)).toEqual([]);
});
