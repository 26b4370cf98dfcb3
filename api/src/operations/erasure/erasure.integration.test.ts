import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Actor, type DomainEvent, SYSTEM, streams } from '@landline/event-schemas';
import { projectionStatus, requestRebuild } from '@landline/projections/admin';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAccount } from '../../identity/users/load-account.ts';
import { ensureSuperAdmin } from '../../identity/users/super-admin.ts';
import { createStaffUser } from '../../identity/users/users.ts';
import { nameUuid } from '../../platform/commands/ids.ts';
import { eventually, PASSWORD } from '../../testing/api.ts';
import { ERASED_NAME, startErasureEnvironment } from '../../testing/erasure-environment.ts';
import { tablesContaining } from '../../testing/find-in-databases.ts';
import { filesContaining } from '../../testing/find-in-files.ts';
import { closeAccount, destroySubjects, rebuildReadModels } from './erase.ts';
import { erasure } from './erasure.ts';
import { destroyKeys, readLedger } from './ledger.ts';
import { readModelsOf, subjectsOf } from './subjects.ts';

let environment: Awaited<ReturnType<typeof startErasureEnvironment>>;
let api: typeof environment.api;
let token: string;
let clientId: string;
const ids = {
  user: randomUUID(),
  request: randomUUID(),
  ownRequest: randomUUID(),
  formerRequest: randomUUID(),
  conversation: randomUUID(),
  message: randomUUID(),
  note: randomUUID(),
};
const email = `${ERASED_NAME}@example.com`.toLowerCase();

beforeAll(async () => {
  environment = await startErasureEnvironment();
  ({ api, token } = environment);
  clientId = (await api.signIn('ClientUser')).clientId ?? '';
  await appendPersonEvents();
});
afterAll(() => environment?.stop());

const appendEvents = (stream: string, ...events: DomainEvent[]) => appendEventsBy(SYSTEM, stream, ...events);

const appendEventsBy = (actor: Actor, stream: string, ...events: DomainEvent[]) =>
  api.ports.commands.append({
    stream,
    events,
    expectedRevision: -1n,
    commandId: randomUUID(),
    actor,
    correlationId: randomUUID(),
  });

/** Appends events about a person for every place that stores personal data. */
async function appendPersonEvents(): Promise<void> {
  const { user, request, ownRequest, formerRequest, conversation: conversation_id, message, note } = ids;
  const question = { conversation_id, client_id: clientId, question_id: randomUUID() };
  const candidateRef = { candidate_id: randomUUID(), dataset_key: 'lebanon', scope: clientId };
  const name = { first_name: ERASED_NAME, last_name: ERASED_NAME };
  await appendEvents(`clientUser-${user}`, {
    type: 'ClientUserCreated',
    data: { user_id: user, client_id: clientId, email, ...name },
  });
  await appendEvents(`contactRequest-${request}`, {
    type: 'ContactRequestSubmitted',
    data: {
      request_id: request,
      ...name,
      email,
      company: ERASED_NAME,
      phone_number: null,
      comments: `I am ${ERASED_NAME}`,
      from_form: true,
    },
  });
  await appendEvents(
    `conversation-${conversation_id}`,
    {
      type: 'ConversationStarted',
      data: { conversation_id, client_id: clientId, source: 'website', domain: 'example.com', locale: 'en' },
    },
    {
      type: 'VisitorIdentified',
      data: { conversation_id, client_id: clientId, user_key: 'key', user_id: email },
    },
    {
      type: 'QuestionAsked',
      data: { ...question, text: `Where is ${ERASED_NAME}?`, page_url: `https://example.com/${ERASED_NAME}` },
    },
    { type: 'AnswerFailed', data: question },
  );
  const golden = { golden_id: randomUUID(), client_id: clientId, conversation_id };
  await appendEvents(`goldenQuestions-${clientId}`, {
    type: 'GoldenQuestionAdded',
    data: { ...golden, question: `Where is ${ERASED_NAME}?`, page_url: null, phrases: ['here'] },
  });
  const run_id = randomUUID();
  await appendEvents(`goldenRun-${run_id}`, {
    type: 'GoldenQuestionJudged',
    data: {
      ...golden,
      run_id,
      version_id: null,
      answer: `${ERASED_NAME} is here.`,
      citations: [],
      confidence: 0.9,
      passed: true,
      failures: [],
      missing: [],
    },
  });
  const requested = (request_id: string, description: string): DomainEvent => ({
    type: 'ContentRequestSubmitted',
    data: { request_id, client_id: clientId, url: 'https://example.com/', description, priority: 'medium' },
  });
  await appendEventsBy(
    { id: user, role: 'ClientUser', clientId },
    `contentRequest-${ownRequest}`,
    requested(ownRequest, `A page about ${ERASED_NAME}`),
  );
  // Created from a gap, as earlier releases did.
  await appendEvents(
    `contentRequest-${formerRequest}`,
    requested(formerRequest, `Visitors ask: Where is ${ERASED_NAME}?`),
  );
  await appendEvents(`leftMessage-${message}`, {
    type: 'MessageLeft',
    data: {
      message_id: message,
      client_id: clientId,
      conversation_id,
      domain: null,
      name: ERASED_NAME,
      email,
      text: `Call ${ERASED_NAME}`,
    },
  });
  await appendEvents(`notes-${clientId}-${candidateRef.candidate_id}`, {
    type: 'NoteAdded',
    data: {
      ...candidateRef,
      note_id: note,
      written_by: user,
      text: `${ERASED_NAME} was here`,
      note_type: 'general',
      priority: 'low',
    },
  });
}

/** Leaves a message from another person and returns its id. */
async function leaveMessage(conversation_id: string = randomUUID()): Promise<string> {
  const message_id = randomUUID();
  await appendEvents(`leftMessage-${message_id}`, {
    type: 'MessageLeft',
    data: {
      message_id,
      client_id: clientId,
      conversation_id,
      domain: null,
      name: 'Robin',
      email: 'robin@example.com',
      text: 'Call me',
    },
  });
  return message_id;
}

/** Returns the descriptions of the client's content requests. */
async function descriptions(): Promise<string[]> {
  const { status, body } = await api.call('GET', `/api/ai/content-requests/client/${clientId}`, { token });
  expect(status).toBe(200);
  return body.requests.map(({ description }: { description: string }) => description).sort();
}

/** Creates a content request from the gap with the person's question; returns the descriptions of all requests. */
async function requestGap(): Promise<string[]> {
  const view = { clientId, filterContent: 'false' };
  const gap = await eventually('the gap is listed', async () => {
    const { body } = await api.call('GET', `/api/ai/analytics/gaps?${new URLSearchParams(view)}`, { token });
    return body.gaps?.[0];
  });
  const path = `/api/ai/analytics/gaps/${clientId}/${gap.id}/content-request`;
  expect((await api.call('POST', path, { token, body: view })).status).toBe(200);
  return eventually('the request is listed', async () => {
    const found = await descriptions();
    return found.length === 3 && found;
  });
}

describe('erasing a person', () => {
  test('removes every trace of a person found by email', async () => {
    const found = await eventually('the search finds every record of the person', async () => {
      const { data } = await environment.call(
        'GET',
        `erasures/find?by=email&sought=${encodeURIComponent(email)}`,
      );
      return data.length === 5 && data;
    });
    expect(found.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'clientUser',
      'contactRequest',
      'contentRequest',
      'conversation',
      'leftMessage',
    ]);
    const beyond = await environment.call(
      'GET',
      `erasures/find?by=email&page=2&sought=${encodeURIComponent(email)}`,
    );
    expect(beyond).toMatchObject({ data: [], pagination: { page: 2, total: 5, totalPages: 1 } });
    const requested = await requestGap();
    expect(requested).toEqual([
      `A page about ${ERASED_NAME}`,
      `Visitors ask: Where is ${ERASED_NAME}?`,
      `Visitors ask: Where is ${ERASED_NAME}?`,
    ]);
    const places = [
      'client_user',
      'contact_request',
      'content_request',
      'exchange',
      'golden_question',
      'golden_result',
      'left_message',
      'note',
    ];
    await eventually('every read model contains the person', async () => {
      const tables = await tablesContaining(api.services, ERASED_NAME);
      return places.every((place) => tables.includes(`read.${place}`));
    });

    const files = () => filesContaining(api.services.postgres.dataDir, ERASED_NAME);
    await api.ports.pg.query('CHECKPOINT');
    const before = await files();
    expect(before.some((name) => name.includes('pg_wal'))).toBe(true);
    expect(before.some((name) => name.includes('base'))).toBe(true);

    for (const { kind, id } of found) {
      const erasure = await environment.call('POST', 'erasures', { kind, id, reference: 'T-17' });
      const rejected = await api.call('POST', `/api/admin/erasures/${erasure.id}/approve`, {
        token,
        body: { confirmation: 'yes' },
      });
      expect(rejected.status).toBe(400);
      await environment.call('POST', `erasures/${erasure.id}/approve`, { confirmation: 'ERASE' });
    }
    await eventually(
      'all erasures are done',
      async () => {
        const { data } = await environment.call('GET', 'erasures');
        return data.length === 5 && data.every(({ status }: { status: string }) => status === 'erased');
      },
      90_000,
    );
    expect(await tablesContaining(api.services, ERASED_NAME)).toEqual([]);
    expect(await files()).toEqual([]);
    expect(await filesContaining(environment.dataDir, ERASED_NAME)).toEqual([]);
  });

  test('rejects an erasure of an unknown or already erased person', async () => {
    for (const id of ['nobody', ids.message]) {
      const response = await api.call('POST', '/api/admin/erasures', {
        token,
        body: { kind: 'leftMessage', id },
      });
      expect(response).toMatchObject({ status: 404, body: { code: 'PERSON_UNKNOWN' } });
    }
  });

  test('records the erasure as caused by its approval', async () => {
    const { data: erasures } = await environment.call('GET', 'erasures');
    for (const { id } of erasures) {
      const { data } = await environment.call('GET', `audit/events?stream=erasure-${id}`);
      const [erased, approved] = data;
      expect(erased).toMatchObject({
        type: 'PersonErased',
        causationId: approved.id,
        correlationId: approved.correlationId,
      });
    }
  });

  test('shows erased fields as erased in lists and exports', async () => {
    expect(await descriptions()).toEqual(['(erased)', '(erased)', 'Visitors ask: (erased)']);
    const [row] = (
      await api.ports.pg.query('SELECT email, first_name FROM read.client_user WHERE user_id = $1', [
        ids.user,
      ])
    ).rows;
    expect(row).toEqual({ email: '(erased)', first_name: '(erased)' });
    const exported = await api.call('GET', '/api/admin/audit/export?format=ndjson', { token });
    expect(exported.status).toBe(200);
    expect(String(exported.body).toLowerCase()).not.toContain(ERASED_NAME.toLowerCase());
    expect(String(exported.body)).toContain('(erased)');
    const client = await api.call('POST', `/api/ai/clients/${clientId}/export`, { token });
    expect(client.status).toBe(200);
    expect(String(client.body)).toContain(`"name":"Client ${clientId}"`);
    expect(String(client.body).toLowerCase()).not.toContain(ERASED_NAME.toLowerCase());
  });

  test('rebuilds every read model without parked events or personal data', async () => {
    const generations = async () => {
      const { rows } = await api.ports.pg.query(
        'SELECT name, live_generation FROM read.projector ORDER BY name',
      );
      return new Map(rows.map(({ name, live_generation }) => [name, live_generation as number]));
    };
    const before = await generations();
    for (const name of before.keys()) await requestRebuild(api.ports.pg, name);
    await eventually(
      'all read models are rebuilt',
      async () => {
        const now = await generations();
        return [...before].every(([name, generation]) => (now.get(name) ?? 0) > generation);
      },
      90_000,
    );
    const { rows } = await api.ports.pg.query('SELECT projector, error FROM read.parked_event');
    expect(rows).toEqual([]);
    expect(await tablesContaining(api.services, ERASED_NAME)).toEqual([]);
  });

  test('waits for a running rebuild before it requests another', async () => {
    const models = readModelsOf(['newsletterSubscriber']);
    const [model = ''] = models;
    const status = async () => (await projectionStatus(api.ports.pg)).find(({ name }) => name === model);
    const gate = await api.ports.pg.connect();
    const pg = new Pool({ connectionString: api.ports.config.DATABASE_URL });
    try {
      await gate.query('BEGIN; LOCK TABLE read.projector IN SHARE MODE'); // no generation can go live
      await requestRebuild(api.ports.pg, model);
      const running = await eventually('a rebuild is running', async () => {
        const { building, requests } = (await status()) ?? {};
        return requests?.length === 0 && building?.generation;
      });
      let queries = 0;
      pg.on('release', () => queries++);
      const rebuilt = rebuildReadModels({ ...api.ports, pg }, ['newsletterSubscriber']);
      await eventually('the erasure has polled', async () => queries >= models.length * 4);
      expect(await status()).toMatchObject({ requests: [], building: { generation: running } });
      await gate.query('COMMIT');
      await rebuilt;
      expect(await status()).toMatchObject({ live: { generation: running + 1 }, building: null });
    } finally {
      gate.release(true);
      await pg.end();
    }
  });

  test('rejects new personal data of an erased person', async () => {
    const again = appendEvents(`newsletterSubscriber-${randomUUID()}`, {
      type: 'NoteAdded',
      data: {
        candidate_id: randomUUID(),
        dataset_key: 'lebanon',
        scope: clientId,
        note_id: randomUUID(),
        written_by: ids.user,
        text: 'me again',
        note_type: 'general',
        priority: 'low',
      },
    });
    await expect(again).rejects.toThrow('The personal data of this person was erased.');
  });

  test('destroys keys that a restore brought back', async () => {
    const subject = `clientUser:${ids.user}`;
    expect(await readFile(path.join(environment.dataDir, 'erasures.ndjson'), 'utf8')).toContain(subject);
    await api.ports.pg.query('DELETE FROM api.erased_subject');
    await api.ports.pg.query('INSERT INTO api.subject_key (subject, key) VALUES ($1, $2)', [
      subject,
      Buffer.alloc(32),
    ]);
    expect(await destroyKeys(api.ports.pg, await readLedger(environment.dataDir))).toBe(1);
    const { rows } = await api.ports.pg.query('SELECT FROM api.subject_key WHERE subject = $1', [subject]);
    expect(rows).toEqual([]);
  });

  test('rejects an unreadable ledger', async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-ledger-'));
    await mkdir(path.join(directory, 'erasures.ndjson'));
    await expect(readLedger(directory)).rejects.toThrow('EISDIR');
    await rm(directory, { recursive: true });
  });

  test('does not find an erased conversation by the email of a message left in it', async () => {
    const conversation_id = randomUUID();
    const message = await leaveMessage(conversation_id);
    const question = { conversation_id, client_id: clientId };
    await appendEvents(
      `conversation-${conversation_id}`,
      { type: 'ConversationStarted', data: { ...question, source: 'website', domain: null, locale: 'en' } },
      {
        type: 'QuestionAsked',
        data: { ...question, question_id: randomUUID(), text: 'When do you open?', page_url: null },
      },
    );
    const find = async () => {
      const { body } = await api.callInOrder(
        'GET',
        '/api/admin/erasures/find?by=email&sought=robin@example.com',
        { token, headers: { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` } },
      );
      return body.data.map(({ id }: { id: string }) => id).sort();
    };
    expect(await find()).toEqual(expect.arrayContaining([message, conversation_id]));
    await destroySubjects(api.ports, subjectsOf('conversation', conversation_id));
    expect(await find()).not.toContain(conversation_id);
    expect(await find()).toContain(message);
  });

  test('rejects a second request for the same data until the first is declined', async () => {
    const data = { kind: 'leftMessage', id: await leaveMessage() };
    const call = (path: string, body = {}) => api.callInOrder('POST', path, { token, body });
    const request = () => call('/api/admin/erasures', data);
    const { id } = (await request()).body;
    expect(await request()).toMatchObject({ status: 409, body: { code: 'ERASURE_REQUESTED' } });
    expect(await call(`/api/admin/erasures/${id}/decline`)).toMatchObject({ status: 200 });
    expect(await request()).toMatchObject({ status: 200 });
  });

  test('leaves data alone after a declined request', async () => {
    const message = await leaveMessage();
    const { id } = await environment.call('POST', 'erasures', { kind: 'leftMessage', id: message });
    await environment.call('POST', `erasures/${id}/decline`);
    const response = await api.call('POST', `/api/admin/erasures/${id}/approve`, {
      token,
      body: { confirmation: 'ERASE' },
    });
    expect(response.status).toBe(422);
    expect(response.body.message).toBe('This request has already been decided.');
    const { body } = await api.call('GET', `/api/ai/left-messages/client/${clientId}`, {
      token,
      headers: { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` },
    });
    expect(body.messages).toContainEqual(
      expect.objectContaining({ id: message, name: 'Robin', email: 'robin@example.com', text: 'Call me' }),
    );
  });

  test('rejects the erasure of the last SuperAdmin, and declines one that was approved before', async () => {
    const { id } = await environment.call('POST', 'erasures', { kind: 'staffUser', id: environment.userId });
    const body = { confirmation: 'ERASE' };
    expect(await api.call('POST', `/api/admin/erasures/${id}/approve`, { token, body })).toMatchObject({
      status: 422,
      body: { code: 'LAST_SUPERADMIN' },
    });
    // Approved while there was another SuperAdmin, whose erasure ran first.
    await api.ports.commands.execute(erasure, {
      stream: streams.erasure(id),
      command: { type: 'approve', isRequester: false, isOnlySuperAdmin: false },
      actor: SYSTEM,
      correlationId: randomUUID(),
    });
    const declined = await eventually('the erasure is declined', async () => {
      const { data } = await environment.call('GET', 'erasures');
      return data.find(
        (each: { id: string; status: string }) => each.id === id && each.status === 'declined',
      );
    });
    expect(declined).toMatchObject({
      decidedBy: null,
      declineReason: 'The last active SuperAdmin cannot be erased.',
    });
  });

  test('requires another SuperAdmin to approve if there is one', async () => {
    const second = await api.signIn('SuperAdmin');
    await eventually('the second SuperAdmin is listed', async () => {
      const { body } = await api.call('GET', '/api/staff', { token });
      return body.staff.some(({ id }: { id: string }) => id === second.userId);
    });
    const { id } = await environment.call('POST', 'erasures', {
      kind: 'leftMessage',
      id: await leaveMessage(),
    });
    const approve = (callerToken: string) =>
      api.call('POST', `/api/admin/erasures/${id}/approve`, {
        token: callerToken,
        body: { confirmation: 'ERASE' },
      });
    const listed = await eventually('the request is listed', async () => {
      const { data } = await environment.call('GET', 'erasures');
      return data.find((each: { id: string }) => each.id === id);
    });
    expect(listed).toMatchObject({ mayApprove: false });
    expect(await approve(token)).toMatchObject({
      status: 422,
      body: { code: 'SECOND_APPROVER_REQUIRED' },
    });
    expect(await approve(second.token)).toMatchObject({ status: 200 });
  });

  test.for([
    ['demoted', { role: 'Admin' }, 'demoted_at'],
    ['deactivated', { active: false }, 'deactivated_at'],
  ] as const)(
    'requires another SuperAdmin to approve for a day after the others were %s',
    async ([, body, since]) => {
      // Waits for all events: one that is projected later would set the column again.
      const listStaff = async () => {
        const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
        const { body } = await api.callInOrder('GET', '/api/staff', { token, headers });
        return body.staff as { id: string; role: string; active: boolean }[];
      };
      const backdate = async (id: string, column: string) => {
        await listStaff();
        await api.ports.pg.query(
          `UPDATE read.staff_user SET ${column} = now() - interval '25 hours' WHERE user_id = $1`,
          [id],
        );
      };
      // Make the SuperAdmins of earlier tests count as demoted more than a day ago.
      for (const { id, role } of await listStaff())
        if (role === 'SuperAdmin' && id !== environment.userId) {
          const demoted = await api.call('PATCH', `/api/staff/${id}`, { token, body: { role: 'Manager' } });
          expect(demoted.status).toBe(200);
          await backdate(id, 'demoted_at');
        }
      const second = await api.signIn('SuperAdmin');
      await listStaff();
      expect((await api.call('PATCH', `/api/staff/${second.userId}`, { token, body })).status).toBe(200);
      const request = async () => {
        const body = { kind: 'leftMessage', id: await leaveMessage() };
        return (await environment.call('POST', 'erasures', body)).id as string;
      };
      const waitUntilMayApprove = (id: string) =>
        eventually('the request is listed', async () => {
          const { data } = await environment.call('GET', 'erasures');
          return data.find((each: { id: string }) => each.id === id);
        }).then((listed) => listed.mayApprove);
      const approve = (id: string) =>
        api.call('POST', `/api/admin/erasures/${id}/approve`, { token, body: { confirmation: 'ERASE' } });
      await listStaff();
      const early = await request();
      expect(await waitUntilMayApprove(early)).toBe(false);
      expect(await approve(early)).toMatchObject({ status: 422, body: { code: 'SECOND_APPROVER_REQUIRED' } });
      await backdate(second.userId, since);
      for (const id of [early, await request()]) {
        expect(await waitUntilMayApprove(id)).toBe(true);
        expect(await approve(id)).toMatchObject({ status: 200 });
      }
    },
  );

  test('deletes emails that were sent until the account was closed', async () => {
    const { userId } = await api.signIn('SuperAdmin');
    const account = await loadAccount(api.ports.commands, { kind: 'staff', id: userId });
    const outbox = path.join(environment.dataDir, 'outbox');
    const operatorTokens: typeof api.ports.operatorTokens = {
      ...api.ports.operatorTokens,
      async revokeAllForUser(id) {
        await mkdir(outbox, { recursive: true });
        await writeFile(path.join(outbox, 'digest.eml'), `To: ${account?.email}`);
        return api.ports.operatorTokens.revokeAllForUser(id);
      },
    };
    const origin = { actor: SYSTEM, correlationId: userId };
    await closeAccount({ ...api.ports, operatorTokens }, 'staffUser', userId, origin);
    expect(await readdir(outbox)).not.toContain('digest.eml');
  });

  test('revokes the operator tokens of an erased SuperAdmin', async () => {
    const { userId, token: session } = await api.signIn('SuperAdmin');
    const body = { name: 'build server', scopes: ['projections'], days: 30, password: PASSWORD };
    const issued = await api.call('POST', '/api/operator-tokens', { token: session, body });
    const origin = { actor: SYSTEM, correlationId: userId };
    await closeAccount(api.ports, 'staffUser', userId, origin);
    const rebuild = '/api/admin/projections/clients/rebuild';
    expect((await api.call('POST', rebuild, { token: issued.body.token })).status).toBe(401);
    const { tokens } = (await api.call('GET', '/api/operator-tokens', { token })).body;
    expect(tokens).toMatchObject([{ id: issued.body.id, status: 'revoked' }]);
  });

  test('lets a new user have the email address of an erased one', async () => {
    const newUser = () => ({
      user_id: randomUUID(),
      email: 'returning@example.com',
      password: PASSWORD,
      first_name: 'Robin',
      last_name: 'Miller',
      role: 'Manager' as const,
    });
    const erased = newUser();
    const origin = { actor: SYSTEM, correlationId: erased.user_id };
    await createStaffUser(api.ports, erased, origin);
    await closeAccount(api.ports, 'staffUser', erased.user_id, origin);
    await expect(createStaffUser(api.ports, newUser(), origin)).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    await destroySubjects(api.ports, subjectsOf('staffUser', erased.user_id));
    await createStaffUser(api.ports, newUser(), origin);
    const credential = { email: erased.email, password: PASSWORD };
    expect(await api.call('POST', '/api/auth/login', { body: credential })).toMatchObject({ status: 200 });
  });

  test('does not create an erased first SuperAdmin again at the next start', async () => {
    const credential = { SUPERADMIN_EMAIL: 'first@example.com', SUPERADMIN_PASSWORD: PASSWORD };
    const ports = { ...api.ports, config: { ...api.ports.config, ...credential } };
    await ensureSuperAdmin(ports);
    const id = nameUuid('first SuperAdmin', ports.logId);
    await destroySubjects(ports, subjectsOf('staffUser', id));
    await closeAccount(ports, 'staffUser', id, { actor: SYSTEM, correlationId: id });
    const head = await api.head();
    await ensureSuperAdmin(ports);
    expect(await api.head()).toBe(head);
  });
});
