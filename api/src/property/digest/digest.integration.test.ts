import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { importAgain, importDataset, waitUntilScored } from '../../testing/datasets.ts';
import { startTestMail, type TestMail } from '../../testing/mail.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

let api: TestApi & { stopAll(): Promise<void> };
let processes: TestProcess[] = [];
let mail: TestMail;
let staff: string;

/** Returns a parcel with nearly the best or the worst score (spec 001 §9). */
const parcel = (key: string, apn: string, isPremium: boolean): CandidateFeatures => ({
  ...UNKNOWN_FEATURES,
  id: candidateId(key, apn),
  apn,
  street_address: `${apn} Acorn Way`,
  zip_code: '90250',
  units: isPremium ? 40 : 1,
  parcel_area: 200_000,
  open_area: isPremium ? 160_000 : 10_000,
  open_ratio: isPremium ? 0.8 : 0.05,
  building_area: 20_000,
  building_count: 2,
  potential_garages_count: isPremium ? 10 : 0,
  year_built: 1960,
});

beforeAll(async () => {
  api = await startTestApi({ variables: { EMBEDDED: 'true' } });
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
  mail = await startTestMail(api);
  ({ token: staff } = await api.signIn('SuperAdmin'));
  for (const key of ['acorns', 'hidden']) {
    await importDataset(api, key, [parcel(key, '1', true)]);
    await waitUntilScored(api, key, staff);
  }
});
afterAll(async () => {
  await mail?.stop();
  await Promise.all(processes.map((child) => child.stop()));
  await api?.stopAll();
});

const CHECKS = `SELECT id::text FROM graphile_worker.jobs WHERE task_identifier = 'digest.look' AND run_at > now()`;

const scheduledChecks = async () =>
  (await api.ports.pg.query<{ id: string }>(CHECKS)).rows.map(({ id }) => id);

/** Waits until a subscriber's first check has scheduled the next one; returns the ids of the scheduled checks. */
const waitForFirstCheck = () =>
  eventually('a check is scheduled', async () => {
    const found = await scheduledChecks();
    return found.length > 0 && found;
  });

/** Runs tomorrow's checks now; returns when each has scheduled the next one. */
async function runNextChecks(): Promise<void> {
  const ids = await waitForFirstCheck();
  await api.ports.pg.query('SELECT graphile_worker.reschedule_jobs($1::bigint[], run_at => now())', [ids]);
  await eventually('the next check is scheduled', async () => {
    const found = await scheduledChecks();
    return found.length === ids.length && found.every((id) => !ids.includes(id));
  });
}

/** Imports premium and low-scoring parcels into both datasets and waits for their scores. */
async function importLeads(apns: readonly string[]): Promise<void> {
  for (const key of ['acorns', 'hidden']) {
    const rows = apns.flatMap((apn) => [parcel(key, apn, true), parcel(key, `${apn}-poor`, false)]);
    await importAgain(api, key, rows);
    const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
    await eventually(`${apns} are scored`, async () => {
      const list = `/api/geo/candidates?datasetKey=${key}&minScore=90`;
      const { body } = await api.call('GET', list, { token: staff, headers });
      return body.data?.some(({ apn }: { apn: string }) => apn === apns[0]);
    });
    await waitUntilScored(api, key, staff);
  }
}

const setRunningImports = (key: string, count: number) =>
  api.ports.pg.query('UPDATE read.dataset SET running_imports = $2 WHERE dataset_key = $1', [key, count]);

describe('new premium leads', () => {
  test('are emailed to subscribers once each, for their granted datasets only', async () => {
    const { token, email, clientId } = await api.signIn('ClientUser');
    const granted = await api.call('POST', '/api/geo/datasets/grant-city-access', {
      token: staff,
      body: { clientId, cityDatasetId: 'acorns' },
    });
    expect(granted.status).toBe(200);
    const put = (subscribed: boolean) => api.call('PUT', '/api/geo/digest', { token, body: { subscribed } });
    expect((await put(true)).body.data).toEqual({ subscribed: true });
    expect((await api.call('GET', '/api/geo/digest', { token })).body.data).toEqual({ subscribed: true });
    await waitForFirstCheck();

    await importLeads(['2', '3']);
    await runNextChecks();
    const [first] = await mail.emailsTo(email, 1);
    expect(first?.subject).toBe('2 new premium leads on Landline');
    expect(first?.text).toContain('Acorns Properties: 2 new premium leads: ');
    expect(first?.text).toContain('2 Acorn Way (score ');
    expect(first?.text).not.toContain('1 Acorn Way');
    expect(first?.text).not.toContain('Hidden');
    expect(first?.text).toContain('/client/propertyhub');

    // Sends no email without new leads; a parcel that is imported again is not new.
    await importLeads(['2']);
    await runNextChecks();
    await importLeads(['4']);
    await runNextChecks();
    const mails = await mail.emailsTo(email, 2);
    expect(mails.map(({ subject }) => subject)).toEqual([
      '2 new premium leads on Landline',
      '1 new premium lead on Landline',
    ]);

    // Sent emails are recorded, so that a repeated job does not send them again.
    const { rows } = await api.ports.pg.query<{ digest_id: string }>('SELECT digest_id FROM api.digest_mail');
    expect(rows).toHaveLength(2);

    await put(false);
    await api.ports.pg.query(
      `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
       FROM graphile_worker.jobs WHERE task_identifier = 'digest.look'`,
    );
    await eventually('no check is scheduled', async () => {
      const remaining = await api.ports.pg.query(
        `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'digest.look'`,
      );
      return remaining.rowCount === 0;
    });
  });

  test('that are not scored at a check are in the next email', async () => {
    const { token, email } = await api.signIn('SuperAdmin');
    await api.call('PUT', '/api/geo/digest', { token, body: { subscribed: true } });
    await waitForFirstCheck();
    await importLeads(['5']);
    await blockRescoring(api.services.databaseUrl, async () => {
      await importAgain(api, 'acorns', [parcel('acorns', '6', true)]);
      const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
      const { body } = await api.call('GET', '/api/geo/datasets/acorns', { token, headers });
      expect(body.data.status).toBe('active');
      await runNextChecks();
    });
    const [first] = await mail.emailsTo(email, 1);
    expect(first?.text).toContain('Hidden Properties: 1 new premium lead: 5 Acorn Way');
    expect(first?.text).not.toContain('Acorns Properties');

    await importLeads(['7']);
    await runNextChecks();
    const second = (await mail.emailsTo(email, 2))[1];
    expect(second?.text).toContain('Acorns Properties: 3 new premium leads: ');
    expect(second?.text).toContain('Hidden Properties: 1 new premium lead: 7 Acorn Way');
  });

  test('are emailed even if another import starts after the check', async () => {
    const { userId, email } = await api.signIn('SuperAdmin');
    const since = new Date(Date.now() - 1).toISOString();
    await importLeads(['8']);
    const span = { dataset_key: 'acorns', since, until: new Date().toISOString() };
    await setRunningImports('acorns', 1);
    await api.ports.pg.query(`SELECT graphile_worker.add_job('digest.mail', $1::json)`, [
      JSON.stringify({ user_id: userId, kind: 'staff', digest_id: crypto.randomUUID(), datasets: [span] }),
    ]);
    expect((await mail.emailsTo(email, 1))[0]?.subject).toBe('1 new premium lead on Landline');
    await setRunningImports('acorns', 0);
  });

  test('cannot be subscribed to by demo accounts', async () => {
    const { token, clientId } = await api.signIn('ClientUser');
    const body = { has_ai_assistant: true, has_geo_leads: true, product_config: { demo_mode: true } };
    const path = `/api/client-admin/client/${clientId}/products`;
    expect((await api.call('POST', path, { token: staff, body })).status).toBe(200);
    const response = await api.call('PUT', '/api/geo/digest', { token, body: { subscribed: true } });
    expect(response.status).toBe(403);
  });
});
