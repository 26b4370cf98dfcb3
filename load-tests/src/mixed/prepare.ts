import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReplicatedProcesses } from '@landline/infra/testing/replicated-processes';
import type pg from 'pg';
import { trainedClient } from '../chat/client.ts';
import { datasetOf, uploadAndStart } from '../import/upload.ts';
import type { TestData } from '../k6/commands.ts';
import { type Access, addClient, signIn } from '../product.ts';
import { until } from '../until.ts';

/** The distributed environment, with the URLs that its process reports. */
export type TestEnvironment = Pick<
  ReplicatedProcesses,
  'apis' | 'superAdmin' | 'databaseUrl' | 'eventStoreUrl' | 'dataDir'
>;

const DATASET = 'mixed';
/** Two chunks, so that Kafka distributes the bulk runs. */
const PARCELS = 20_000;
const ZIP_CODES = Array.from({ length: 40 }, (_, n) => String(90_001 + n));
const CLIENTS = 160;
const WIDGETS = 16;
const PAGES = [
  { id: 'setup', title: 'Setup', texts: ['The port is configured with PORT, 8080 when it is not given.'] },
  { id: 'logs', title: 'Logs', texts: ['Logs are kept in the folder logs under the data directory.'] },
];
const WAIT_OPTIONS = { pollMs: 100, timeoutMs: 120_000 };

/**
 * Creates parcels, clients, and widgets with trained assistants for the commands. Returns the path of the
 * file that lists them.
 */
export async function prepare(environment: TestEnvironment, db: pg.Client): Promise<string> {
  const url = environment.apis[0] as string; // there are two
  const token = await signIn({ url, superAdmin: environment.superAdmin });
  const candidates = await importParcels({ url, token }, environment.dataDir, db);
  const clients: string[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const name = `Own ${n}`;
    const domain = `own-${n}.example.com`;
    clients.push(await addClient({ url, token }, { name, primary_domain: domain, has_adu_finder: true }));
  }
  const widgets: TestData['widgets'][number][] = [];
  for (let n = 0; n < WIDGETS; n++) {
    const domain = `widget-${n}.example.com`;
    const pages = PAGES.map((page) => ({ ...page, url: `https://${domain}/${page.id}` }));
    const { clientId, widget } = await trainedClient({ product: { url }, token, db, domain, pages });
    widgets.push({ clientId, origin: widget.origin, token: widget.token });
  }
  const { apis, superAdmin } = environment;
  const prepared = {
    apis,
    ...superAdmin,
    datasetKey: DATASET,
    zipCodes: ZIP_CODES,
    candidates,
    clients,
    widgets,
  };
  const file = path.join(environment.dataDir, 'prepared.json');
  await writeFile(file, JSON.stringify(prepared satisfies TestData));
  return file;
}

async function importParcels(access: Access, dataDir: string, db: pg.Client): Promise<string[]> {
  const rows = Array.from(
    { length: PARCELS },
    (_, n) =>
      `${n}-00,${n} Main St,${ZIP_CODES[n % ZIP_CODES.length]},${8_000 + (n % 900) * 40},${1 + (n % 9)}`,
  );
  const file = path.join(dataDir, 'parcels.csv');
  await writeFile(file, ['apn,street_address,zip_code,parcel_area,units', ...rows].join('\n'));
  await uploadAndStart(access, file, DATASET);
  await until('the parcels are imported', WAIT_OPTIONS, async () => {
    const dataset = await datasetOf(access, DATASET).catch(() => undefined); // may not exist yet
    return dataset?.candidate_count === PARCELS ? dataset : undefined;
  });
  return await until('the scores are written', WAIT_OPTIONS, async () => {
    const { rows: liveSets } = await db.query('SELECT FROM scoring.live_set');
    if (liveSets.length === 0) return undefined;
    const { rows: candidates } = await db.query<{ id: string }>('SELECT id FROM read.candidate ORDER BY id');
    return candidates.map(({ id }) => id);
  });
}
