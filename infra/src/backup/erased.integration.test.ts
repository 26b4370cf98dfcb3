import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { eventually } from '@landline/api/testing/api';
import { ERASED_NAME, startErasureEnvironment } from '@landline/api/testing/erasure-environment';
import { bytesContain, filesContaining } from '@landline/api/testing/find-in-files';
import { startProcess } from '@landline/api/testing/processes';
import { type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorLog } from '../anchor/anchor.ts';
import { signingKey } from '../anchor/signing.ts';
import { trustedKey, verifyLog } from '../anchor/verify.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { sqlOn } from '../testing/database-contents.ts';
import { startEventStoreProcess } from '../testing/event-store-process.ts';
import { createBackup } from './create.ts';
import { restoreBackup } from './restore.ts';

let environment: Awaited<ReturnType<typeof startErasureEnvironment>>;
let api: typeof environment.api;
let dataDir: string;
let token: string;
let clientId: string;
let backupBeforeErasure: string;
/** The key that encrypts the conversation until it is erased. */
let key: Buffer;
const conversation_id = randomUUID();

beforeAll(async () => {
  environment = await startErasureEnvironment();
  ({ api, dataDir, token } = environment);
  backupBeforeErasure = path.join(dataDir, 'before-erasure.backup');
  await writeFile(path.join(dataDir, 'jwt-secret'), 'a secret that only tests know\n');
  clientId = (await api.signIn('ClientUser')).clientId ?? '';
});
afterAll(() => environment?.stop());

async function appendConversation(): Promise<void> {
  const ids = { conversation_id, client_id: clientId };
  const rated = randomUUID();
  const questionEvents = (question_id: string, text: string, left_out_from = 4): DomainEvent[] => [
    {
      type: 'QuestionAsked',
      data: { ...ids, question_id, text, page_url: `https://example.com/${ERASED_NAME}`, left_out_from },
    },
    {
      type: 'QuestionAnswered',
      data: {
        ...ids,
        question_id,
        text: `${ERASED_NAME} is at the bakery.`,
        citations: [],
        confidence: 0.9,
        answered: true,
        stopped: false,
        first_token_ms: 5,
        duration_ms: 20,
        model: null,
        input_tokens: null,
        output_tokens: null,
        cached: false,
      },
    },
  ];
  await api.ports.commands.append({
    stream: `conversation-${conversation_id}`,
    events: [
      {
        type: 'ConversationStarted',
        data: { ...ids, source: 'website', domain: 'example.com', locale: 'en' },
      },
      ...questionEvents(rated, `Where can I find ${ERASED_NAME} today?`),
      { type: 'AnswerRated', data: { ...ids, question_id: rated, rating: 'down' } },
      ...questionEvents(randomUUID(), `Does ${ERASED_NAME} bake bread on Sundays?`),
      ...questionEvents(randomUUID(), `${ERASED_NAME}, you idiot!`, 1),
    ],
    expectedRevision: -1n,
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId: randomUUID(),
  });
}

async function totals(filterContent = false) {
  const query = `clientId=${clientId}&timeframe=30d&filterContent=${filterContent}`;
  const { status, body } = await api.call('GET', `/api/ai/analytics/usage-analytics?${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  const { usage_stats, ai_messages_this_month, billing_info, daily_usage } = body;
  return { usage_stats, ai_messages_this_month, billing_info, daily_usage };
}

async function verifyLatestLog() {
  await anchorLog({
    client: api.ports.eventStore.client,
    key: await signingKey(dataDir, undefined),
    dataDir,
  });
  return verifyLog({
    source: {
      eventStoreUrl: api.services.eventStoreUrl,
      eventStoreDatabaseUrl: api.services.postgres.url('events'),
    },
    key: await trustedKey(dataDir, undefined),
    lastAnchor: undefined,
  });
}

/** Requests a new crawl of the website for a badly answered question. */
async function requestContentForGap(): Promise<void> {
  const view = { clientId, filterContent: 'false' };
  const { body } = await api.call('GET', `/api/ai/analytics/gaps?${new URLSearchParams(view)}`, { token });
  const path = `/api/ai/analytics/gaps/${clientId}/${body.gaps[0].id}/content-request`;
  expect((await api.call('POST', path, { token, body: view })).status).toBe(200);
  await eventually('staff see the content request', async () => {
    const { body: list } = await api.call('GET', '/api/ai/admin-content-requests/pending', { token });
    return containsWord(Buffer.from(JSON.stringify(list)));
  });
}

const containsWord = (bytes: Buffer) => bytesContain(bytes, ERASED_NAME);

/** Returns whether a decompressed backup contains the text. */
async function backupContainsText(file: string): Promise<boolean> {
  return containsWord(await promisify(zstdDecompress)(await readFile(file)));
}

test('erasing a conversation keeps the log verifiable and the figures unchanged, and removes its text everywhere', async () => {
  await appendConversation();
  const before = await eventually('the messages are counted', async () => {
    const counted = await totals();
    return counted.usage_stats.ai_responses === 3 && counted;
  });
  const filtered = await totals(true);
  expect(filtered.usage_stats).toMatchObject({ user_messages: 2, ai_responses: 2 });
  await requestContentForGap();
  expect((await verifyLatestLog()).mismatch).toBeNull();

  const { databaseUrl, postgres } = api.services;
  const installation = {
    dataDir,
    databaseUrl,
    eventStoreUrl: api.services.eventStoreUrl,
    eventStoreDatabaseUrl: postgres.url('events'),
  };
  await createBackup(installation, backupBeforeErasure);
  await api.ports.pg.query('CHECKPOINT');
  expect(await filesContaining(postgres.dataDir, ERASED_NAME)).not.toEqual([]);
  const [row] = await sqlOn<{ key: Buffer }>(
    databaseUrl,
    'SELECT key FROM api.subject_key WHERE subject = $1',
    [`conversation:${conversation_id}`],
  );
  key = row?.key ?? Buffer.alloc(0);
  expect(key.length).toBeGreaterThan(15);
  expect(await filesContaining(postgres.dataDir, key)).not.toEqual([]);

  await environment.erase({ kind: 'conversation', id: conversation_id });

  const { mismatch, anchored } = await verifyLatestLog();
  expect(mismatch).toBeNull();
  expect(anchored).toBeGreaterThan(0);
  expect(await totals()).toEqual(before);
  expect(await totals(true)).toEqual(filtered);

  expect(await backupContainsText(backupBeforeErasure)).toBe(false);
  for (const directory of [dataDir, api.services.postgres.dataDir])
    expect(await filesContaining(directory, ERASED_NAME)).toEqual([]);
  expect(await filesContaining(postgres.dataDir, key)).toEqual([]);

  const screens = [
    `/api/ai/conversations/client/${clientId}/${conversation_id}`,
    `/api/ai/conversations/client/${clientId}`,
    ...['faq-analytics', 'word-cloud', 'gaps'].map(
      (view) => `/api/ai/analytics/${view}?clientId=${clientId}&filterContent=false`,
    ),
    `/api/ai/content-requests/client/${clientId}`,
    '/api/ai/admin-content-requests/pending',
    '/api/ai/analytics/faq-analytics?filterContent=false',
    '/api/ai/analytics/word-cloud?filterContent=false',
    `/api/admin/audit/replay?stream=conversation-${conversation_id}`,
  ];
  for (const screen of screens) {
    const { status, body } = await api.call('GET', screen, { token });
    expect(status, screen).toBe(200);
    expect(containsWord(Buffer.from(JSON.stringify(body))), screen).toBe(false);
  }

  const file = path.join(dataDir, 'landline.backup');
  await createBackup(installation, file);
  const backup = await promisify(zstdDecompress)(await readFile(file));
  expect(backup.includes(conversation_id)).toBe(true);
  expect(containsWord(backup)).toBe(false);

  const exported = await api.call('GET', '/api/admin/audit/export?format=ndjson', { token });
  expect(String(exported.body)).toContain(conversation_id);
  const clientExport = await api.call('POST', `/api/ai/clients/${clientId}/export`, { token });
  expect(clientExport.status).toBe(200);
  for (const { body } of [exported, clientExport])
    expect(containsWord(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))).toBe(false);
});

test('restores a backup from before the erasure without the erased text', async () => {
  const restored = await mkdtemp(path.join(os.tmpdir(), 'landline-restored-'));
  await chmod(restored, 0o755); // so that PostgreSQL's account can enter the directory
  const home = path.join(restored, 'data');
  await restoreBackup(backupBeforeErasure, home, path.join(dataDir, 'erasures.ndjson'));
  const postgres = await startPostgres({ dataDir: path.join(home, 'postgres') });
  const databaseUrl = postgres.url('landline');
  const eventStore = await startEventStoreProcess({ databaseUrl: postgres.url('eventstore') });
  const projections = await startProcess('projections', { databaseUrl, eventStoreUrl: eventStore.url });
  try {
    const shown = await eventually('the conversation is there', async () => {
      const rows = await sqlOn<{ question: string }>(
        databaseUrl,
        `SELECT question FROM read.exchange WHERE conversation_id = '${conversation_id}'`,
      ).catch(() => []); // the table does not exist yet
      return rows.length === 3 && rows;
    });
    expect(new Set(shown.map(({ question }) => question))).toEqual(new Set(['(erased)']));
    await sqlOn(databaseUrl, 'CHECKPOINT');
    expect(await filesContaining(home, ERASED_NAME)).toEqual([]);
    expect(await filesContaining(home, key)).toEqual([]);
  } finally {
    await projections.stop();
    await eventStore.stop();
    await postgres.stop('immediate');
    await rm(restored, { recursive: true, force: true });
  }
});
