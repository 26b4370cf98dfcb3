import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startIsolatedApi, testClient } from '../../testing/api.ts';
import { converse } from '../../testing/conversations.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { eraseOutdated } from './erase-outdated.ts';
import { destroyKeys } from './ledger.ts';
import { outdatedConversations } from './outdated-conversations.ts';

let api: Awaited<ReturnType<typeof startIsolatedApi>>;
let projections: TestProcess;
let dataDir: string;
let token: string;
let clientId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-retention-'));
  await chmod(dataDir, 0o755);
  api = await startIsolatedApi({ variables: { DATA_DIR: dataDir } });
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  clientId = await createTestClient();
});

async function createTestClient(): Promise<string> {
  const id = randomUUID();
  await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  return id;
}

/** Creates a conversation of one question, `daysAgo` days ago. */
const conversation = (ofClient: string, daysAgo: number) =>
  converse(api.ports, ofClient, [
    {
      question: `What was ${daysAgo} days ago?`,
      at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      answered: true,
    },
  ]);

/** Returns a client's questions as its dashboard shows them. */
async function questionsOf(ofClient: string): Promise<string[]> {
  const { rows } = await api.ports.pg.query<{ question: string }>(
    'SELECT question FROM read.exchange WHERE client_id = $1 ORDER BY asked_at',
    [ofClient],
  );
  return rows.map(({ question }) => question);
}

const waitForQuestions = (ofClient: string, count: number) =>
  eventually(
    `the dashboard shows ${count} questions`,
    async () => (await questionsOf(ofClient)).length === count,
  );

async function setRetention(ofClient: string, days: number | null): Promise<void> {
  const response = await api.call('PUT', `/api/admin/retention/${ofClient}`, { token, body: { days } });
  expect(response.status).toBe(200);
  await eventually('the rule is in the read model', async () => {
    const { body } = await api.call('GET', '/api/admin/retention', { token });
    return body.data.find((each: { clientId: string }) => each.clientId === ofClient)?.days === days;
  });
}

/** Returns the activity on a client's outdated conversations, oldest first. */
async function auditedEvents(ofClient: string): Promise<{ type: string; data: object }[]> {
  const stream = streams.outdatedConversations(ofClient);
  const list = `/api/admin/audit/events?${new URLSearchParams({ stream })}`;
  const { body } = await api.call('GET', list, { token, headers: { 'X-Min-Position': await position() } });
  const events = body.data.map(async ({ position: at }: { position: string }) => {
    const { data } = (await api.call('GET', `/api/admin/audit/events/${at}`, { token })).body;
    return { type: data.type, data: data.data };
  });
  return (await Promise.all(events)).reverse();
}

/** Returns the position token of the end of the log. */
const position = async () => `${api.ports.logId}:${await api.head()}`;

test('erases everything past its retention in batches', async () => {
  const clientWithoutRetention = await createTestClient();
  await conversation(clientId, 29);
  const old = [];
  for (const daysAgo of [31, 32, 33, 400]) old.push(await conversation(clientId, daysAgo));
  await conversation(clientWithoutRetention, 400);
  await waitForQuestions(clientId, 5);
  await waitForQuestions(clientWithoutRetention, 1);
  await setRetention(clientId, 30);

  await eraseOutdated(api.ports, 3);
  expect(await questionsOf(clientId)).toEqual([...old.map(() => '(erased)'), 'What was 29 days ago?']);
  expect(await questionsOf(clientWithoutRetention)).toEqual(['What was 400 days ago?']);
  expect(await auditedEvents(clientWithoutRetention)).toEqual([]);
  const events = await auditedEvents(clientId);
  const ids = { client_id: clientId, run_id: expect.any(String), days: 30, left_messages: 0 };
  const subjects = old.reverse().map((id) => `conversation:${id}`);
  expect(events).toEqual([
    {
      type: 'OutdatedConversationsFound',
      data: { ...ids, conversations: 3, subjects: subjects.slice(0, 3) },
    },
    { type: 'OutdatedConversationsFound', data: { ...ids, conversations: 4, subjects: subjects.slice(3) } },
    { type: 'OutdatedConversationsErased', data: { ...ids, conversations: 4 } },
  ]);

  const head = await api.head();
  await eraseOutdated(api.ports, 3);
  expect(await api.head()).toBe(head);
});

test.each([
  ['before a key was destroyed', false],
  ['before read models were rebuilt', true],
])(
  'a run interrupted %s is completed by the next run and counted once',
  {
    timeout: 60_000,
  },
  async (_when, keysAreDestroyed) => {
    const all = [await conversation(clientId, 40), await conversation(clientId, 35)];
    await waitForQuestions(clientId, 2);
    await setRetention(clientId, 30);
    const subjects = all.slice(0, keysAreDestroyed ? 2 : 1).map((id) => `conversation:${id}`);
    const run_id = randomUUID();
    await api.ports.commands.execute(outdatedConversations, {
      stream: streams.outdatedConversations(clientId),
      command: { type: 'find', client_id: clientId, run_id, days: 30, subjects },
      actor: SYSTEM,
      correlationId: run_id,
    });
    if (keysAreDestroyed) await destroyKeys(api.ports.pg, subjects);

    await eraseOutdated(api.ports, 3);
    expect(await questionsOf(clientId)).toEqual(['(erased)', '(erased)']);
    expect((await auditedEvents(clientId)).at(-1)).toEqual({
      type: 'OutdatedConversationsErased',
      data: { client_id: clientId, run_id, days: 30, conversations: 2, left_messages: 0 },
    });
  },
);

test('rebuilds the read models of all batches of an interrupted run', async () => {
  const conversationId = await conversation(clientId, 40);
  const request_id = randomUUID();
  const description = 'Visitors ask: What was 40 days ago?';
  await api.ports.commands.append({
    stream: streams.contentRequest(request_id),
    events: [
      {
        type: 'ContentRequestSubmitted',
        data: {
          request_id,
          client_id: clientId,
          url: 'https://acme.example/',
          description,
          priority: 'medium',
        },
      },
    ],
    expectedRevision: -1n,
    commandId: request_id,
    actor: SYSTEM,
    correlationId: request_id,
  });
  const readDescriptions = async () => {
    const { rows } = await api.ports.pg.query<{ description: string }>(
      'SELECT description FROM read.content_request WHERE request_id = $1',
      [request_id],
    );
    return rows.map((row) => row.description);
  };
  await waitForQuestions(clientId, 1);
  await eventually('the content request is listed', async () =>
    (await readDescriptions()).includes(description),
  );
  await setRetention(clientId, 30);
  const batches = [
    [`conversation:${conversationId}`, `contentRequest:${request_id}`],
    [`leftMessage:${randomUUID()}`],
  ];
  for (const subjects of batches) {
    await api.ports.commands.execute(outdatedConversations, {
      stream: streams.outdatedConversations(clientId),
      command: { type: 'find', client_id: clientId, run_id: conversationId, days: 30, subjects },
      actor: SYSTEM,
      correlationId: conversationId,
    });
    await destroyKeys(api.ports.pg, subjects);
  }

  await eraseOutdated(api.ports, 3);
  expect(await questionsOf(clientId)).toEqual(['(erased)']);
  expect(await readDescriptions()).toEqual(['(erased)']);
});

test('stops erasing after the retention is removed', async () => {
  await conversation(clientId, 31);
  await waitForQuestions(clientId, 1);
  await setRetention(clientId, 30);
  await setRetention(clientId, null);
  await eraseOutdated(api.ports, 3);
  expect(await questionsOf(clientId)).toEqual(['What was 31 days ago?']);
  expect(await auditedEvents(clientId)).toEqual([]);
});
