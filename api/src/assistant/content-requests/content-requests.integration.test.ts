import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { startTestMail, type TestMail } from '../../testing/mail.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import type { ContentRequestRecord } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let mail: TestMail;
let admin: Awaited<ReturnType<typeof api.signIn>>;
let owner: Awaited<ReturnType<typeof api.signIn>>;
beforeAll(async () => {
  api = await startTestApi({ variables: { EMBEDDED: 'true' } });
  projections = await startProcess('projections', api.services);
  mail = await startTestMail(api);
  admin = await api.signIn('Admin');
  owner = await api.signIn('ClientUser');
});
afterAll(async () => {
  await mail?.stop();
  await projections?.stop();
  await api?.stopAll();
});

const call = (method: string, path: string, token: string, body?: object) =>
  api.callInOrder(method, `/api/ai/${path}`, { token, body });

const submit = (body: object, token = owner.token) =>
  call('POST', 'content-requests', token, { clientId: owner.clientId, ...body });
const answer = (id: string, status: string, adminNotes?: string) =>
  call('PATCH', `admin-content-requests/${id}/status`, admin.token, { status, adminNotes });
const listOwn = async (): Promise<ContentRequestRecord[]> =>
  (await call('GET', `content-requests/client/${owner.clientId}`, owner.token)).body.requests;
const listPending = async (): Promise<(ContentRequestRecord & { client_name: string })[]> =>
  (await call('GET', 'admin-content-requests/pending', admin.token)).body.requests;

describe('content request', () => {
  test('is submitted by the client and answered by staff, with emails to both', async () => {
    // Recipients are read from the projections.
    await eventually('the client and its user are in the read models', async () => {
      const { body } = await call('GET', 'clients', admin.token);
      return (body as { id: string; user_count: number }[]).some(
        ({ id, user_count }) => id === owner.clientId && user_count === 1,
      );
    });
    const submission = await submit({ url: ' shop.example.com/prices ', description: 'Our new prices' });
    expect(submission.body).toMatchObject({
      success: true,
      message: "Content request submitted successfully! We'll process it within 24-48 hours.",
    });
    const { id } = submission.body;
    expect(await listOwn()).toMatchObject([
      {
        id,
        url: 'https://shop.example.com/prices',
        description: 'Our new prices',
        priority: 'medium',
        status: 'pending',
        adminNotes: null,
      },
    ]);
    expect(await listPending()).toMatchObject([{ id, client_name: `Client ${owner.clientId}` }]);
    const [staffEmail] = await mail.emailsTo(admin.email, 1);
    expect(staffEmail?.subject).toBe(`Content request from Client ${owner.clientId}`);
    expect(staffEmail?.text).toContain(`/ai/client-content/${owner.clientId}?tab=requests`);

    expect((await answer(id, 'processing')).body.message).toBe('Content request processing successfully');
    expect(await listPending()).toEqual([]);
    // The worker sends emails at the same time, so their order is known only for one after another.
    expect((await mail.emailsTo(owner.email, 1))[0]?.subject).toBe('Your content request is being processed');
    expect((await answer(id, 'rejected')).status).toBe(409);
    expect((await answer(id, 'completed')).body.message).toBe('Content request completed successfully');
    expect(await listOwn()).toMatchObject([
      { status: 'completed', adminNotes: 'Request completed and content added' },
    ]);
    const completed = (await mail.emailsTo(owner.email, 2))[1];
    expect(completed?.subject).toBe('Your content request is complete');
    expect(completed?.text).toContain('Request completed and content added');
  });

  test('is rejected with a custom, an empty or the default note and cannot be changed afterwards', async () => {
    const mediumPriority = (await submit({ url: 'https://a.example/' })).body.id;
    const lowPriority = (await submit({ url: 'https://c.example/', priority: 'low' })).body.id;
    const highPriority = (await submit({ url: 'https://b.example/', priority: 'high' })).body.id;
    expect((await listPending()).map(({ id }) => id)).toEqual([highPriority, mediumPriority, lowPriority]);
    await answer(mediumPriority, 'rejected');
    await answer(highPriority, 'rejected', 'This page is not yours');
    await answer(lowPriority, 'rejected', ' ');
    const notes = Object.fromEntries((await listOwn()).map(({ id, adminNotes }) => [id, adminNotes]));
    expect(notes).toMatchObject({
      [mediumPriority]: 'Request rejected by admin',
      [highPriority]: 'This page is not yours',
      [lowPriority]: null,
    });
    for (const status of ['pending', 'processing', 'completed', 'rejected'])
      expect((await answer(mediumPriority, status)).status).toBe(409);
    expect((await answer('unknown', 'processing')).status).toBe(404);
  });

  test.each(['', '   ', 'no address', 'ftp://a.example/', 'javascript:alert(1)'])(
    'rejects the URL %j',
    async (url) => {
      const { status, body } = await submit({ url });
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: 'Please enter a valid URL',
      });
    },
  );

  test('is emailed to each recipient once even if an email could not be queued', async () => {
    const other = await api.signIn('Admin');
    await eventually('the other admin is in the read model', async () => {
      const { rowCount } = await api.ports.pg.query('SELECT 1 FROM read.staff_user WHERE user_id = $1', [
        other.userId,
      ]);
      return rowCount === 1;
    });
    // A sequence is not rolled back: only the second email fails, and only once.
    await api.ports.pg.query(`
      CREATE SEQUENCE email_number;
      CREATE FUNCTION fail_second_email() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('email_number') = 2 THEN RAISE 'The second email fails'; END IF;
          RETURN NEW;
        END $$;
      CREATE TRIGGER fail_second_email BEFORE INSERT ON graphile_worker._private_jobs
        FOR EACH ROW WHEN (starts_with(NEW.key, 'content-request:')) EXECUTE FUNCTION fail_second_email()
    `);
    const countOf = async (address: string) =>
      (await mail.emailsTo(address, 0)).filter(({ text }) => text.includes('once.example')).length;
    await submit({ url: 'https://once.example/' });
    await eventually('both admins have an email and no job is left', async () => {
      const { rowCount } = await api.ports.pg.query(
        `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier LIKE 'content-requests.%'`,
      );
      return rowCount === 0 && (await countOf(admin.email)) > 0 && (await countOf(other.email)) > 0;
    });
    expect([await countOf(admin.email), await countOf(other.email)]).toEqual([1, 1]);
    await api.ports.pg.query('DROP FUNCTION fail_second_email CASCADE');
  });

  test('can be submitted by staff, but not by users of another client', async () => {
    const otherClient = await api.signIn('ClientUser');
    const head = await api.head();
    expect((await submit({ url: 'https://a.example/' }, otherClient.token)).status).toBe(403);
    expect(await api.head()).toBe(head);
    expect((await submit({ url: 'https://a.example/' }, admin.token)).status).toBe(200);
  });
});
