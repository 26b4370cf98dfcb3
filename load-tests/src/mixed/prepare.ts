import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TwoOfEach } from '@landline/infra/testing/two-of-each';
import type pg from 'pg';
import { learnedClient } from '../chat/client.ts';
import { datasetOf, uploadAndStart } from '../import/upload.ts';
import type { Prepared } from '../k6/commands.ts';
import { signIn } from '../product.ts';
import { until } from '../until.ts';

/** The distributed form, as its own program says where it runs. */
export type House = Pick<TwoOfEach, 'apis' | 'superAdmin' | 'databaseUrl' | 'eventStoreUrl' | 'dataDir'>;

const DATASET = 'mixed';
/** Two chunks: bulk runs are shared by way of Kafka. */
const PARCELS = 20_000;
const ZIP_CODES = Array.from({ length: 40 }, (_, n) => String(90_001 + n));
const CLIENTS = 160;
const WIDGETS = 16;
const PAGES = [
  { id: 'setup', title: 'Setup', texts: ['The port is configured with PORT, 8080 when it is not given.'] },
  { id: 'logs', title: 'Logs', texts: ['Logs are kept in the folder logs under the data directory.'] },
];
const PATIENCE = { pollMs: 100, timeoutMs: 120_000 };

/** What the commands are about: parcels, clients, and widgets whose assistants know something. Its file. */
export async function prepare(house: House, db: pg.Client): Promise<string> {
  const url = house.apis[0] as string; // there are two
  const token = await signIn({ url, superAdmin: house.superAdmin });
  const candidates = await importParcels({ url, token }, house.dataDir, db);
  const clients: string[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const name = `Own ${n}`;
    const domain = `own-${n}.example.com`;
    clients.push(await addClient({ url, token }, { name, primary_domain: domain, has_adu_finder: true }));
  }
  const widgets: Prepared['widgets'][number][] = [];
  for (let n = 0; n < WIDGETS; n++) {
    const domain = `widget-${n}.example.com`;
    const pages = PAGES.map((page) => ({ ...page, url: `https://${domain}/${page.id}` }));
    const { clientId, widget } = await learnedClient({ product: { url }, token, db, domain, pages });
    widgets.push({ clientId, origin: widget.origin, token: widget.token });
  }
  const { apis, superAdmin } = house;
  const prepared = {
    apis,
    ...superAdmin,
    datasetKey: DATASET,
    zipCodes: ZIP_CODES,
    candidates,
    clients,
    widgets,
  };
  const file = path.join(house.dataDir, 'prepared.json');
  await writeFile(file, JSON.stringify(prepared satisfies Prepared));
  return file;
}

async function importParcels(
  api: { url: string; token: string },
  dataDir: string,
  db: pg.Client,
): Promise<string[]> {
  const rows = Array.from(
    { length: PARCELS },
    (_, n) =>
      `${n}-00,${n} Main St,${ZIP_CODES[n % ZIP_CODES.length]},${8_000 + (n % 900) * 40},${1 + (n % 9)}`,
  );
  const file = path.join(dataDir, 'parcels.csv');
  await writeFile(file, ['apn,street_address,zip_code,parcel_area,units', ...rows].join('\n'));
  await uploadAndStart(api, file, DATASET);
  await until('the parcels are there', PATIENCE, async () => {
    const found = await datasetOf(api, DATASET).catch(() => undefined); // it may not be known yet
    return found?.candidate_count === PARCELS ? found : undefined;
  });
  return await until('the scores are there', PATIENCE, async () => {
    const { rows: live } = await db.query('SELECT FROM scoring.live_set');
    if (live.length === 0) return undefined;
    const { rows: found } = await db.query<{ id: string }>('SELECT id FROM read.candidate ORDER BY id');
    return found.map(({ id }) => id);
  });
}

async function addClient({ url, token }: { url: string; token: string }, body: object): Promise<string> {
  const answer = await fetch(`${url}/api/ai/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`A client was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}
