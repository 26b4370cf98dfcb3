import { randomUUID } from 'node:crypto';
import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { importDataset } from '../../testing/datasets.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

const parcels: CandidateFeatures[] = Array.from({ length: 4 }, (_, i) => ({
  ...UNKNOWN_FEATURES,
  id: candidateId('notes', `10-${i}`),
  apn: `10-${i}`,
  zip_code: '90250',
}));
const PROPERTIES = parcels.map(({ id }) => id);

let api: TestApi & { stopAll(): Promise<void> };
let projections: TestProcess | undefined;
let staff: string;
let admin: string;
let client: { token: string; clientId: string };
let otherClient: { token: string; clientId: string };

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  await importDataset(api, 'notes', parcels);
  ({ token: staff } = await api.signIn('SuperAdmin'));
  ({ token: admin } = await api.signIn('Admin'));
  client = await createTestClient();
  otherClient = await createTestClient();
  const imported = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
  await eventually('the properties are listed', async () => {
    const path = `/api/geo/notes/candidate/${PROPERTIES[0]}`;
    return (await api.call('GET', path, { token: staff, headers: imported })).status === 200;
  });
  for (const { clientId } of [client, otherClient]) {
    const body = { clientId, cityDatasetId: 'notes' };
    await call('POST', '/api/geo/datasets/grant-city-access', staff, body);
  }
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

async function createTestClient() {
  const { token, clientId = '' } = await api.signIn('ClientUser');
  return { token, clientId };
}

const call = (method: string, path: string, token: string, body?: unknown) =>
  api.callInOrder(method, path, { token, body });
const notesPath = (property = 0) => `/api/geo/notes/candidate/${PROPERTIES[property]}`;
const add = (body: unknown, token = client.token, property = 0) =>
  call('POST', notesPath(property), token, body);
const textsOf = async (token: string, property = 0, query = '') =>
  (await call('GET', notesPath(property) + query, token)).body.data.map(
    ({ noteText }: { noteText: string }) => noteText,
  );

describe('notes', () => {
  test('are added with a type and a priority, edited and deleted', async () => {
    const { status, body } = await add({ noteText: '  Call Mrs. Oak  ' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      noteText: 'Call Mrs. Oak',
      noteType: 'general',
      priority: 'medium',
      author: 'Ada ClientUser',
      updatedAt: null,
    });
    const path = `/api/geo/notes/${body.data.id}`;
    const edited = await call('PUT', path, client.token, { noteType: 'decision', priority: 'high' });
    expect(edited.body.data).toMatchObject({
      noteText: 'Call Mrs. Oak',
      noteType: 'decision',
      priority: 'high',
    });
    const { body: listed } = await call('GET', notesPath(), client.token);
    expect(listed).toMatchObject({ success: true, data: [edited.body.data], total: 1 });
    expect(listed.data[0].updatedAt).not.toBeNull();
    const unchanged = await call('PUT', path, client.token, { priority: 'high' });
    expect(unchanged.body.data).toEqual(edited.body.data);
    expect((await call('DELETE', path, client.token)).status).toBe(200);
    expect(await textsOf(client.token)).toEqual([]);
    expect((await call('PUT', path, client.token, { noteText: 'Again' })).body.message).toBe(
      'Note not found',
    );
    expect((await call('DELETE', path, client.token)).status).toBe(404);
  });

  test('need a text of at most 2000 characters', async () => {
    const errorOf = async (body: object) => {
      const response = await add(body);
      return [response.status, response.body.message];
    };
    expect(await errorOf({})).toEqual([400, 'Note text is required']);
    expect(await errorOf({ noteText: ' \n ' })).toEqual([400, 'Note text is required']);
    const tooLong = 'Note text cannot exceed 2000 characters';
    expect(await errorOf({ noteText: 'x'.repeat(2001) })).toEqual([400, tooLong]);
    expect((await add({ noteText: 'x'.repeat(2000) }, client.token, 3)).status).toBe(201);
    expect((await add({ noteText: 'Hm', noteType: 'rumor' })).status).toBe(400);
    const unknown = await call('POST', `/api/geo/notes/candidate/${randomUUID()}`, client.token, {
      noteText: 'Hm',
    });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Candidate not found']);
  });

  test('are listed newest first, paged and filtered by type or priority', async () => {
    for (const [noteText, noteType, priority] of [
      ['one', 'general', 'low'],
      ['two', 'follow_up', 'high'],
      ['three', 'decision', 'high'],
    ])
      await add({ noteText, noteType, priority }, client.token, 1);
    expect(await textsOf(client.token, 1)).toEqual(['three', 'two', 'one']);
    expect(await textsOf(client.token, 1, '?limit=1&offset=1')).toEqual(['two']);
    expect(await textsOf(client.token, 1, '?noteType=decision')).toEqual(['three']);
    expect(await textsOf(client.token, 1, '?priority=high&noteType=follow_up')).toEqual(['two']);
    const { body } = await call('GET', `${notesPath(1)}?limit=1&priority=high`, client.token);
    expect(body.total).toBe(2);
  });

  test('are separate for staff and each client in every call', async () => {
    await add({ noteText: 'ours' }, staff, 2);
    await add({ noteText: 'theirs' }, client.token, 2);
    await call('POST', '/api/geo/reviews', client.token, { candidateId: PROPERTIES[2], rating: 2 });
    const { body } = await add({ noteText: 'of the other' }, otherClient.token, 2);
    expect(await textsOf(staff, 2)).toEqual(['ours']);
    expect(await textsOf(admin, 2)).toEqual(['ours']);
    expect(await textsOf(client.token, 2)).toEqual(['theirs']);
    expect(await textsOf(otherClient.token, 2)).toEqual(['of the other']);
    const path = `/api/geo/notes/${body.data.id}`;
    const head = await api.head();
    for (const token of [staff, admin, client.token]) {
      expect((await call('PUT', path, token, { noteText: 'Forged' })).status).toBe(404);
      expect((await call('DELETE', path, token)).status).toBe(404);
    }
    expect(await api.head()).toBe(head);
    const reviews = async (token: string) =>
      (await call('GET', `/api/geo/reviews/candidate/${PROPERTIES[2]}`, token)).body.data.length;
    expect([await reviews(client.token), await reviews(otherClient.token), await reviews(staff)]).toEqual([
      1, 0, 0,
    ]);
    const audit = await call('GET', `/api/audit?entity=candidate:${PROPERTIES[2]}`, client.token);
    expect(JSON.stringify(audit.body)).toContain('theirs');
    expect(JSON.stringify(audit.body)).not.toContain('of the other');
  });

  test('written during impersonation belong to the client and do not name staff', async () => {
    const { token } = await api.signIn('SuperAdmin');
    await call('POST', `/api/ai/client-auth/impersonate/${otherClient.clientId}`, token);
    await add({ noteText: 'on behalf' }, token, 3);
    const { body } = await call('GET', notesPath(3), otherClient.token);
    expect(body.data).toMatchObject([{ noteText: 'on behalf', author: 'Landline staff' }]);
    expect(await textsOf(staff, 3)).toEqual([]);
  });

  test('are encrypted in the event log', async () => {
    const { body } = await add({ noteText: 'A very private remark' }, client.token, 0);
    const stream = `notes-${client.clientId}-${PROPERTIES[0]}`;
    const stored: string[] = [];
    for await (const { event } of api.ports.eventStore.client.readStream(stream)) {
      stored.push(JSON.stringify(event?.data));
    }
    expect(stored.join()).toContain(body.data.id);
    expect(stored.join()).not.toContain('private remark');
  });
});

describe('reviews', () => {
  test('show the latest review of each person and the average of these reviews', async () => {
    const review = (rating: number, comment: string, token: string) =>
      call('POST', '/api/geo/reviews', token, { candidateId: PROPERTIES[1], rating, comment });
    await review(2, 'Noisy', staff);
    await review(4, 'Quiet after all', staff);
    await review(5, '', admin);
    const { body } = await call('GET', `/api/geo/reviews/candidate/${PROPERTIES[1]}`, staff);
    expect(body).toMatchObject({
      average: 4.5,
      data: [
        { rating: 5, author: 'Ada Admin', own: false },
        { rating: 4, comment: 'Quiet after all', own: true },
      ],
    });
    expect((await review(6, '', staff)).status).toBe(400);
  });
});
