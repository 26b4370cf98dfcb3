import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { candidateFeatures, SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeClient, closeClient, createClient } from '../../clients/clients/clients.ts';
import { executeAs } from '../../platform/http/route.ts';
import { startTestApi } from '../../testing/api.ts';
import { closeAccount, destroySubjects } from '../erasure/erase.ts';
import { subjectsOf } from '../erasure/subjects.ts';
import { DEMO_DATASETS, demoCandidates } from './datasets.ts';
import { seedDemo } from './seed.ts';
import { demoClients } from './seed-sign-ins.ts';

/** A box inside each city: south, north, west, east. */
const CITY_BOXES = {
  Hawthorne: [33.9, 33.935, -118.372, -118.326],
  'Beverly Hills': [34.057, 34.08, -118.415, -118.372],
  'Salt Lake City': [40.725, 40.8, -112.06, -111.9],
} as const;

describe.each(DEMO_DATASETS)('$registration.dataset_key', (demo) => {
  const candidates = demoCandidates(demo);

  test('always generates the same 2,000 parcels', () => {
    expect(candidates).toHaveLength(2_000);
    expect(new Set(candidates.map(({ id }) => id)).size).toBe(2_000);
    expect(demoCandidates(demo)).toEqual(candidates);
    for (const candidate of candidates) candidateFeatures.parse(candidate);
  });

  test('generates places inside its city', () => {
    const [south, north, west, east] = CITY_BOXES[demo.city as keyof typeof CITY_BOXES];
    for (const { latitude, longitude } of candidates) {
      expect(latitude).toBeGreaterThan(south);
      expect(latitude).toBeLessThan(north);
      expect(longitude).toBeGreaterThan(west);
      expect(longitude).toBeLessThan(east);
    }
  });
});

describe('seeding', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stopAll());

  test('fills assistants only in a new database, with events that no reactor handles', async () => {
    const { pg } = api.ports;
    const jobs = async () =>
      (
        await pg.query(
          "DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'demo.fill-assistant %' RETURNING payload",
        )
      ).rows as { payload: { name: string; until: string } }[];
    await seedDemo(api.ports);
    const { rows } = await pg.query<{ created: Date }>(
      'SELECT min(applied_at) AS created FROM api.migration',
    );
    const enqueued = (await jobs()).map(({ payload }) => payload);
    expect(enqueued.map(({ name }) => name).toSorted()).toEqual(['Assistant client', 'Demo client']);
    // Reactors skip events from before the database was created.
    for (const { until } of enqueued) expect(Date.parse(until)).toBeLessThan(rows[0]?.created.getTime() ?? 0);

    await pg.query("UPDATE api.migration SET applied_at = applied_at - interval '2 days'");
    await seedDemo(api.ports);
    expect(await jobs()).toEqual([]);
  });

  test('creates datasets and working sign-ins once', async () => {
    const signIns = await seedDemo(api.ports);
    const head = await api.head();
    expect(await seedDemo(api.ports)).toEqual(signIns);
    expect(await api.head()).toBe(head);

    const file = path.join(api.ports.config.DATA_DIR, 'demo.json');
    expect(JSON.parse(await readFile(file, 'utf8')).signIns).toEqual(signIns);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    expect(signIns.map(({ name }) => name)).toEqual([
      'SuperAdmin',
      'Admin',
      'Manager',
      'Employee',
      'Assistant client',
      'Property Finder client',
      'Demo client',
    ]);
    for (const { name, email, password } of signIns) {
      const login = name.endsWith('client') ? '/api/ai/client-auth/login' : '/api/auth/login';
      expect(await api.call('POST', login, { body: { email, password } })).toMatchObject({ status: 200 });
    }
    for (const { registration } of DEMO_DATASETS) {
      const events = await api.eventsOf(streams.dataset(registration.dataset_key));
      expect(events.map(({ data }) => data)).toEqual([registration]);
    }
  });

  test('leaves clients that were renamed or closed and users that were erased as they are', async () => {
    const signIns = await seedDemo(api.ports);
    const { commands } = api.ports;
    const [renamed, closed, erased] = demoClients(api.ports);
    if (!renamed || !closed || !erased) throw new Error('There are three demo clients');
    const origin = { actor: SYSTEM, correlationId: renamed.client_id };
    const execute = executeAs(commands, origin);
    const changes = { name: 'Renamed client', primary_domain: 'https://renamed.example' };
    await changeClient(api.ports, renamed.client_id, { changes }, origin, execute);
    await closeClient(api.ports, closed.client_id, origin, execute);
    const successor = randomUUID();
    await createClient(
      api.ports,
      {
        client_id: successor,
        name: closed.name,
        primary_domain: 'https://assistant-client.example',
        plan_tier: 'starter',
        has_ai_assistant: false,
        has_geo_leads: true,
        has_custom_solution: false,
        product_config: { demo_mode: false },
      },
      origin,
    );
    await destroySubjects(api.ports, subjectsOf('clientUser', erased.user_id));
    await closeAccount(api.ports, 'clientUser', erased.user_id, origin);
    const head = await api.head();
    expect(await seedDemo(api.ports)).toEqual(signIns);
    expect(await api.head()).toBe(head);
  });
});
