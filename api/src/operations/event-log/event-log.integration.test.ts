import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startTestApi } from '../../testing/api.ts';
import { appendPastEvents } from '../../testing/past-events.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { exportOf } from './export.ts';
import { readPastList } from './past-lists/read-past-list.ts';
import { lastOfTypes } from './queries.ts';
import { replay } from './replay.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
let token: string;
let client: { token: string; userId: string; email: string; clientId: string };
let position: string;

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('SuperAdmin')).token;
  const user = await api.signIn('ClientUser');
  client = { ...user, clientId: user.clientId ?? '' };
  const products = { has_ai_assistant: true, has_geo_leads: false };
  const changed = await api.call('POST', `/api/client-admin/client/${client.clientId}/products`, {
    token,
    body: products,
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  position = changed.headers.get('X-Event-Position') ?? '';
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const get = async (path: string, callerToken = token) => {
  const response = await api.call('GET', `/api/admin/audit/${path}`, {
    token: callerToken,
    headers: { 'X-Min-Position': position },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
};
const list = async (query: Record<string, string>, callerToken = token) =>
  (await get(`events?${new URLSearchParams(query)}`, callerToken)).data;

describe('searching the log', () => {
  test('filters by stream, type, actor, client, correlation and time', async () => {
    const stream = `client-${client.clientId}`;
    const [latest, ...older] = await list({ stream });
    expect(latest).toMatchObject({
      type: 'ClientProductsChanged',
      stream,
      clientId: client.clientId,
      actor: { role: 'SuperAdmin' },
    });
    expect(older.at(-1)).toMatchObject({ type: 'ClientCreated', revision: '0' });
    const search = async (query: Record<string, string>) =>
      (await list(query)).map(({ type }: { type: string }) => type);
    expect(await search({ type: 'ClientProductsChanged' })).toEqual(['ClientProductsChanged']);
    expect(await search({ actor: latest.actor.id, client: client.clientId })).toEqual([
      'ClientProductsChanged',
    ]);
    expect(await search({ correlation: latest.correlationId })).toEqual(['ClientProductsChanged']);
    expect(await search({ stream, to: older[0].at })).toEqual([]);
    expect(await search({ stream, from: latest.at })).toEqual(['ClientProductsChanged']);
    expect(await search({ impersonated: 'only' })).toEqual([]);
  });

  test('returns pages', async () => {
    const first = await get('events?limit=3');
    const next = await get(`events?limit=3&before=${first.before}`);
    expect(BigInt(next.data[0].position)).toBeLessThan(BigInt(first.data[2].position));
    const { data } = await get('events?type=ClientProductsChanged');
    const full = await get(`events?type=ClientProductsChanged&limit=${data.length}`);
    expect(full).toMatchObject({ data, before: null });
  });

  test.each([
    ['0000-01-01T00:00:00.000Z', 400],
    ['0001-01-01T00:00:00+14:00', 200],
    ['9999-12-31T23:59:59-14:00', 200],
    ['2026-01-01T00:00:00+15:59', 200],
    ['2026-01-01T00:00:00+16:00', 400],
    ['2026-01-01T00:00:00-23:59', 400],
  ])('responds to the time %s with status %i', async (time, status) => {
    for (const path of [`events?from=${encodeURIComponent(time)}`, `events?to=${encodeURIComponent(time)}`])
      expect(await api.call('GET', `/api/admin/audit/${path}`, { token })).toMatchObject({ status });
    const asOf = `as-of?list=clients&at=${encodeURIComponent(time)}`;
    expect(await api.call('GET', `/api/admin/audit/${asOf}`, { token })).toMatchObject({ status });
  });

  test('filters actions of an impersonating SuperAdmin', async () => {
    const { token: impersonator } = await api.signIn('SuperAdmin');
    const path = `/api/ai/client-auth/impersonate/${client.clientId}`;
    const started = await api.call('POST', path, { token: impersonator });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    const body = { clientId: client.clientId, url: 'https://example.com/prices' };
    const submission = await api.call('POST', '/api/ai/content-requests', { token: impersonator, body });
    expect(submission.status, JSON.stringify(submission.body)).toBe(200);
    position = submission.headers.get('X-Event-Position') ?? position;
    const impersonated = await list({ impersonated: 'only' });
    expect(impersonated).toHaveLength(1);
    expect(impersonated[0]).toMatchObject({
      actor: { role: 'ClientUser' },
      impersonatedBy: { name: 'Ada SuperAdmin' },
    });
    expect(await list({ impersonated: 'without', type: impersonated[0].type })).toEqual([]);
  });
});

describe('one event', () => {
  const readCreatedEvent = async (callerToken = token) => {
    const [event] = await list(
      { stream: `clientUser-${client.userId}`, type: 'ClientUserCreated' },
      callerToken,
    );
    return (await get(`events/${event.position}`, callerToken)).data;
  };

  test('shows data, metadata and versions, and personal fields to roles that may read them', async () => {
    const event = await readCreatedEvent();
    expect(event.data).toMatchObject({ email: client.email, first_name: 'Ada' });
    expect(event.metadata).toMatchObject({ actor: { id: 'system' }, schemaVersion: event.schemaVersion });
    expect(event.currentVersion).toBeGreaterThanOrEqual(event.schemaVersion);
    expect(event.personal).toContainEqual({ path: 'email', state: 'shown' });
    const { token: admin } = await api.signIn('Admin');
    const adminView = await readCreatedEvent(admin);
    expect(adminView.data).toMatchObject({ email: '(hidden)', client_id: client.clientId });
    expect(adminView.personal).toContainEqual({ path: 'email', state: 'hidden' });
  });

  test('returns 404 for a position without an event', async () => {
    const response = await api.call('GET', '/api/admin/audit/events/99999999', { token });
    expect(response.status).toBe(404);
  });
});

describe('replay', () => {
  test('shows the changes of each event', async () => {
    const stream = `client-${client.clientId}`;
    const { data } = await get(`replay?stream=${stream}`);
    expect(data.by).toBe('decider');
    expect(data.state).toMatchObject({ has_geo_leads: false });
    expect(data.changes).toContainEqual({ path: 'has_geo_leads', before: true, after: false });
    const before = (await get(`replay?stream=${stream}&revision=${data.revision - 1}`)).data;
    expect(before.state).toMatchObject({ has_geo_leads: true });
    expect(before.lastRevision).toBe(data.lastRevision);
    const { position: at } = before.event;
    expect((await get(`replay?stream=${stream}&position=${at}`)).data.state).toEqual(before.state);
  });

  test('shows no state for a deleted prompt', async () => {
    const ids = { prompt_id: 'gone', client_id: client.clientId };
    await appendPastEvents(
      api.ports,
      'prompt-gone',
      new Date().toISOString(),
      { type: 'PromptAdded', data: { ...ids, prompt_type: 'custom', content: 'Be brief.' } },
      { type: 'PromptDeleted', data: ids },
    );
    const { data } = await get('replay?stream=prompt-gone');
    expect(data).toMatchObject({ by: 'decider', state: null });
    expect(data.changes).toContainEqual({ path: 'content', before: 'Be brief.' });
    const before = (await get('replay?stream=prompt-gone&revision=0')).data;
    expect(before.state).toMatchObject({ content: 'Be brief.' });
  });

  test('shows the rollback of a system version', async () => {
    const ids = { version_id: 'spring' };
    const rollback = { ...ids, rollback_id: 'back' };
    await appendPastEvents(
      api.ports,
      'systemVersion-spring',
      new Date().toISOString(),
      {
        type: 'SystemVersionCreated',
        data: {
          ...ids,
          version_name: 'Spring',
          description: '',
          kind: 'named',
          position: '7',
          file_count: 3,
        },
      },
      {
        type: 'SystemRollbackRequested',
        data: { ...rollback, differences: 2, emergency_version_id: 'before' },
      },
      { type: 'SystemVersionRolledBack', data: { ...rollback, as_of: '9' } },
    );
    const { data } = await get('replay?stream=systemVersion-spring');
    expect(data).toMatchObject({ by: 'decider', state: { version_name: 'Spring', deleted: false } });
    expect(data.state).not.toHaveProperty('rollback');
    expect(data.changes).toContainEqual({ path: 'rollback', before: { id: 'back', failed: false } });
    const running = (await get('replay?stream=systemVersion-spring&revision=1')).data;
    expect(running.state.rollback).toEqual({ id: 'back', failed: false });
  });

  test('shows single events of a stream without a decider', async () => {
    const ids = { client_id: client.clientId };
    const stream = `analytics-${client.clientId}`;
    await appendPastEvents(
      api.ports,
      stream,
      new Date().toISOString(),
      { type: 'AnalyticsReportLinksRevoked', data: { ...ids, revoked_at: '2026-03-01T00:00:00.000Z' } },
      { type: 'AnalyticsReset', data: ids },
    );
    const { data } = await get(`replay?stream=${stream}`);
    expect(data).toMatchObject({ by: 'event', changes: [] });
    expect(data.state).toEqual(ids);
  });

  test('replays a stream of several pages up to a revision or a position', async () => {
    const ids = { prompt_id: 'long', client_id: client.clientId };
    const contents = Array.from({ length: 70 }, (_, index) => `Version ${index}`);
    const events = contents.map((content, index) => ({
      type: index === 0 ? ('PromptAdded' as const) : ('PromptChanged' as const),
      data: { ...ids, prompt_type: 'custom' as const, content },
    }));
    await appendPastEvents(api.ports, 'prompt-long', new Date().toISOString(), ...events);
    const { data } = await get('replay?stream=prompt-long');
    expect(data).toMatchObject({ revision: 69, lastRevision: 69, state: { content: 'Version 69' } });
    const { data: middle } = await get('replay?stream=prompt-long&revision=40');
    expect(middle).toMatchObject({ revision: 40, lastRevision: 69, state: { content: 'Version 40' } });
    expect(middle.changes).toEqual([{ path: 'content', before: 'Version 39', after: 'Version 40' }]);
    const { data: atPosition } = await get(`replay?stream=prompt-long&position=${middle.event.position}`);
    expect(atPosition).toEqual(middle);
    expect((await get('replay?stream=prompt-long&revision=99')).data).toEqual(data);
  });

  test('reads the last two events only, if the decider needs no others', async () => {
    const importRef = { import_id: 'large', dataset_key: 'lebanon' };
    const rejected = (chunk: number) => ({
      type: 'CandidateRowsRejected' as const,
      data: { ...importRef, chunk, rows: [{ line: chunk + 2, reason: 'The APN is missing', raw: ',' }] },
    });
    await appendPastEvents(
      api.ports,
      'datasetImport-large',
      new Date().toISOString(),
      ...Array.from({ length: 40 }, (_, chunk) => rejected(chunk)),
      { type: 'DatasetImportCancelled', data: importRef },
    );
    let reads = 0;
    const eventStore: typeof api.ports.eventStore = {
      ...api.ports.eventStore,
      read: (stream, visit, range) =>
        api.ports.eventStore.read(
          stream,
          (event, at) => {
            reads++;
            visit(event, at);
          },
          range,
        ),
    };
    const { signal } = new AbortController();
    const replayed = await replay({ ...api.ports, eventStore }, 'datasetImport-large', {}, true, signal);
    expect(replayed).toMatchObject({ revision: 40, state: { status: 'cancelled' } });
    expect(replayed?.changes).toEqual([{ path: 'status', before: 'running', after: 'cancelled' }]);
    expect(reads).toBe(2);
  });

  test('ends when its time is up', async () => {
    const replayed = replay(api.ports, `client-${client.clientId}`, {}, true, AbortSignal.abort());
    await expect(replayed).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('replays every stream of the log', async () => {
    const streams = new Set<string>(
      (await list({ limit: '200' })).map(({ stream }: { stream: string }) => stream),
    );
    for (const stream of streams) {
      const { data } = await get(`replay?${new URLSearchParams({ stream })}`);
      expect(data.stream).toBe(stream);
    }
  });
});

test('returns a list as of a time', async () => {
  const [change] = await list({ type: 'ClientProductsChanged' });
  const earlier = new Date(Date.parse(change.at) - 1).toISOString();
  const asOf = async (at: string) => {
    const { data } = await get(`as-of?${new URLSearchParams({ list: 'clients', at })}`);
    const column = data.columns.indexOf('has_geo_leads');
    const row = data.rows.find(
      (each: unknown[]) => each[data.columns.indexOf('client_id')] === client.clientId,
    );
    return row?.[column];
  };
  expect(await asOf(earlier)).toBe(true);
  expect(await asOf(change.at)).toBe(false);
  const { data: none } = await get(
    `as-of?${new URLSearchParams({ list: 'staff', at: '2001-01-01T00:00:00Z' })}`,
  );
  expect(none).toMatchObject({ total: 0, position: null, rows: [] });
});

describe('a list as of a time', () => {
  const at = '2000-01-01T00:00:00.000Z';
  const query = { list: 'datasets', at, page: 1 } as const;
  const { signal } = new AbortController();

  /** Adds entries before all others to the log's read model: chunks of rows, then an event of another client and one of ours. */
  async function addEntries(chunks: number): Promise<void> {
    await api.ports.pg.query(
      `INSERT INTO read.logged_event
         (generation, position, event_id, stream, revision, type, at, actor_id, actor_role, client_id, correlation_id, schema_version)
       SELECT projector.live_generation, -entry, 'e', 's', 0,
         CASE entry WHEN 1 THEN 'BillingAlertRaised' WHEN 2 THEN 'BillingAlertRaised' ELSE 'CandidatesImported' END,
         '1999-01-01', 'system', 'System', CASE entry WHEN 1 THEN 'other' WHEN 2 THEN 'ours' END, 'c', 1
       FROM read.projector, generate_series(1, $1) AS entry WHERE projector.name = 'log'`,
      [chunks + 2],
    );
  }
  afterEach(() => api.ports.pg.query('DELETE FROM read.logged_event WHERE position < 0'));

  test('is too long with too many chunks of rows', async () => {
    await addEntries(5_001);
    await expect(readPastList(api.ports, query, signal)).rejects.toMatchObject({ code: 'LIST_TOO_LONG' });
  });

  test("counts all events up to the client's last one", async () => {
    await addEntries(3);
    const types = ['BillingAlertRaised', 'CandidatesImported'];
    const lastOf = (clientId: string | undefined) =>
      lastOfTypes(api.ports.pool, { types, chunkTypes: ['CandidatesImported'], at, client: clientId });
    expect(await lastOf(undefined)).toEqual({ last: -1n, events: 2, chunks: 3 });
    expect(await lastOf('ours')).toEqual({ last: -2n, events: 1, chunks: 3 });
    expect(await lastOf('unknown')).toEqual({ last: null, events: 0, chunks: 0 });
  });

  test('ends when its time is up and returns its database connection', async () => {
    const now = { ...query, at: new Date().toISOString() };
    for (const list of ['prompts', 'clients'] as const) {
      const past = readPastList(api.ports, { ...now, list }, AbortSignal.abort());
      await expect(past).rejects.toMatchObject({ name: 'AbortError' });
    }
    const { rows } = await api.ports.pg.query(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(rows).toEqual([]);
  });

  test('is rejected if a newer version wrote one of its events', async () => {
    const { client: log } = api.ports.eventStore;
    const subscribeToAll = (options: Parameters<typeof log.subscribeToAll>[0]) => {
      const subscription = log.subscribeToAll(options);
      const newer = subscription.map(({ event }) => ({
        event: event && { ...event, metadata: { ...(event.metadata as object), schemaVersion: 99 } },
      }));
      return Object.assign(newer, { unsubscribe: () => subscription.unsubscribe() });
    };
    const eventStore = {
      ...api.ports.eventStore,
      client: Object.assign(Object.create(log), { subscribeToAll }),
    };
    const past = readPastList(
      { ...api.ports, eventStore },
      { ...query, list: 'clients', at: new Date().toISOString() },
      signal,
    );
    await expect(past).rejects.toMatchObject({ code: 'UNREADABLE_EVENT' });
  });
});

test('exports matching events as NDJSON and CSV', async () => {
  const query = `export?stream=client-${client.clientId}`;
  const lines = String(await get(`${query}&format=ndjson`))
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(['ClientCreated', 'ClientProductsChanged']);
  const csv = String(await get(`${query}&format=csv`))
    .trim()
    .split('\r\n');
  expect(csv).toHaveLength(3);
  expect(csv[0]).toContain('"position","at","type"');
});

describe('an unreadable event', () => {
  const exportLines = async (query: string) =>
    String(await get(`export?${query}&format=ndjson`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('is reported when its personal data cannot be decrypted, and does not end an export', async () => {
    const { userId, clientId = '' } = await api.signIn('ClientUser');
    position = `${api.ports.logId}:${await api.head()}`;
    const [event] = await list({ stream: `clientUser-${userId}`, type: 'ClientUserCreated' });
    await api.ports.pg.query('UPDATE api.subject_key SET key = $2 WHERE subject = $1', [
      `clientUser:${userId}`,
      Buffer.alloc(32),
    ]);
    const unreadable = 'The personal data of this event cannot be decrypted.';
    const detail = await api.call('GET', `/api/admin/audit/events/${event.position}`, { token });
    expect(detail).toMatchObject({ status: 422, body: { code: 'UNREADABLE_EVENT', message: unreadable } });
    const events = await exportLines(`client=${clientId}`);
    expect(events).toMatchObject([
      { type: 'ClientCreated', data: { client_id: clientId } },
      { type: 'ClientUserCreated', data: null, unreadable },
      { type: 'ClientUserSignedIn', data: { user_id: userId } },
    ]);
    expect(events[0]).not.toHaveProperty('unreadable');
    const csv = String(await get(`export?client=${clientId}&format=csv`))
      .trim()
      .split('\r\n');
    expect(csv[0]).toMatch(/"data","unreadable"$/);
    expect(csv[2]).toMatch(new RegExp(`,,"${unreadable}"$`));
  });

  test('is reported when a newer version wrote it', async () => {
    const eventStore = {
      ...api.ports.eventStore,
      readAt: async (at: bigint) => {
        const stored = await api.ports.eventStore.readAt(at);
        return stored?.type === 'ClientProductsChanged'
          ? { ...stored, metadata: { ...(stored.metadata as object), schemaVersion: 99 } }
          : stored;
      },
    };
    const query = { format: 'ndjson', stream: streams.client(client.clientId) } as const;
    const lines = await Array.fromAsync(exportOf({ pool: api.ports.pool, eventStore }, query, true));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'ClientCreated', data: { client_id: client.clientId } },
      {
        type: 'ClientProductsChanged',
        data: null,
        metadata: { schemaVersion: 99 },
        unreadable: 'This version of Landline cannot read this event.',
      },
    ]);
  });
});

test('streams an export: reads one page of events ahead of its reader', async () => {
  const client_id = `client-${randomUUID()}`;
  const flips = Array.from({ length: 250 }, (_, index) => ({
    type: index % 2 === 0 ? ('ClientDeactivated' as const) : ('ClientReactivated' as const),
    data: { client_id },
  }));
  const { position: last } = await api.ports.commands.append({
    stream: streams.client(client_id),
    events: flips,
    expectedRevision: 'any',
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId: client_id,
  });
  const indexed = await api.call('GET', '/api/admin/audit/anchors', {
    token,
    headers: { 'X-Min-Position': `${api.ports.logId}:${last}` },
  });
  expect(indexed.status).toBe(200);
  let reads = 0;
  const eventStore = {
    ...api.ports.eventStore,
    readAt: (at: bigint) => {
      reads++;
      return api.ports.eventStore.readAt(at);
    },
  };
  const query = { format: 'ndjson', stream: streams.client(client_id) } as const;
  const lines = exportOf({ pool: api.ports.pool, eventStore }, query, true);
  expect(JSON.parse((await lines.next()).value ?? '')).toMatchObject({ type: 'ClientDeactivated' });
  expect(reads).toBe(100);
  let remaining = 0;
  for await (const line of lines) if (line.endsWith('\n')) remaining++;
  expect(remaining).toBe(249);
  expect(reads).toBe(250);

  const url = new URL(`/api/admin/audit/export?${new URLSearchParams(query)}`, api.url);
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.headers.get('Content-Length')).toBeNull();
  expect((await response.text()).trim().split('\n')).toHaveLength(250);
});

test('shows the last anchor', async () => {
  const { data } = await get('anchors');
  expect(data.last).toBeNull();
  expect(data.tail).toBeGreaterThan(5);
  expect(data.types).toContain('LogAnchored');
});

test('keeps passwords out of the log', async () => {
  expect(String(await get('export?format=ndjson'))).not.toContain(PASSWORD);
});

test('returns one stored event per line for any text', async () => {
  const stream = `judgement-everyone-${randomUUID()}`;
  const factor_ids = ['first\u2028second\u2029third'];
  await api.ports.commands.append({
    stream,
    events: [
      {
        type: 'PropertyClassified',
        data: {
          candidate_id: randomUUID(),
          dataset_key: 'lebanon',
          scope: 'everyone',
          judged_by: 'judge',
          property_type: 'adu',
          classification: 'good',
          notes: '',
          factor_ids,
          original_score: 71.5,
        },
      },
    ],
    expectedRevision: -1n,
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId: randomUUID(),
  });
  const body: string = await get(`stored?stream=${stream}`);
  const lines = await Array.fromAsync(createInterface({ input: Readable.from([body]) }));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ stream, data: { factor_ids } }]);
});
