import { randomUUID } from 'node:crypto';
import { type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import type { LogEventDetail, LogRow } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
let token: string;

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

/** Appends events caused by `causationId`. */
const appendEvents = async (
  stream: string,
  events: readonly DomainEvent[],
  { after = -1n, ...origin }: { correlationId: string; causationId?: string; after?: bigint },
) => {
  const { position } = await api.ports.commands.append({
    stream,
    events: [...events],
    expectedRevision: after,
    commandId: randomUUID(),
    actor: SYSTEM,
    ...origin,
  });
  return String(position);
};
const discovered = (client_id: string): DomainEvent => ({
  type: 'SiteDiscoveryRequested',
  data: { client_id },
});
const added = (page_id: string): DomainEvent => ({
  type: 'PageAdded',
  data: { page_id, client_id: 'acme', url: `https://acme.example/${page_id}`, priority: 5, is_custom: false },
});

const get = async (path: string) => {
  const response = await api.call('GET', `/api/admin/audit/${path}`, {
    token,
    headers: { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
};
const at = async (position: string): Promise<LogEventDetail> => (await get(`events/${position}`)).data;
const positions = (rows: readonly LogRow[]) => rows.map(({ position }) => position);

test('shows the cause and the effects of an event across streams', async () => {
  const correlationId = randomUUID();
  const root = await appendEvents('site-levels', [discovered('levels')], { correlationId });
  const { id } = await at(root);
  const first = await appendEvents('page-a', [added('a')], { correlationId, causationId: id });
  const second = await appendEvents('page-b', [added('b')], { correlationId, causationId: id });
  const third = await appendEvents('page-c', [added('c')], {
    correlationId,
    causationId: (await at(first)).id,
  });

  const top = await at(root);
  expect(top.cause).toBeNull();
  expect(positions(top.caused)).toEqual([first, second]);
  expect(top.caused.map(({ stream }) => stream)).toEqual(['page-a', 'page-b']);
  expect(top.causedTotal).toBe(2);
  const middle = await at(first);
  expect(middle.cause).toMatchObject({ position: root, stream: 'site-levels' });
  expect(positions(middle.caused)).toEqual([third]);
  const last = await at(third);
  expect(last.cause).toMatchObject({ position: first, stream: 'page-a' });
  expect(last).toMatchObject({ caused: [], causedTotal: 0 });
  // Same request, but not the cause of the others.
  expect(await at(second)).toMatchObject({ cause: { position: root }, caused: [] });
});

test('finds a cause with a different correlation ID', async () => {
  const root = await appendEvents('site-undone', [discovered('undone')], { correlationId: randomUUID() });
  const { id } = await at(root);
  const other = () => ({ correlationId: randomUUID(), causationId: id });
  const undo = await appendEvents('site-undone', [discovered('undone')], { ...other(), after: 0n });
  const ofOtherStream = await appendEvents('page-undo', [added('undo')], other());
  for (const effect of [undo, ofOtherStream])
    expect((await at(effect)).cause).toMatchObject({ position: root });
  expect(positions((await at(root)).caused)).toEqual([undo, ofOtherStream]);
});

test('returns the first 100 caused events and their total; the causation filter returns all of them', async () => {
  const correlationId = randomUUID();
  const root = await appendEvents('site-many', [discovered('many')], { correlationId });
  const { id } = await at(root);
  const many = Array.from({ length: 130 }, (_, index) => added(`many-${index}`));
  await appendEvents('page-many', many, { correlationId, causationId: id });

  const top = await at(root);
  expect(top.caused).toHaveLength(100);
  expect(top.causedTotal).toBe(130);
  const inOrder = positions(top.caused).map(BigInt);
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => (a < b ? -1 : 1)));

  const found: LogRow[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page: { data: LogRow[]; before: string | null } = await get(
      `events?causation=${id}&limit=50${before && `&before=${before}`}`,
    );
    found.push(...page.data);
    before = page.before;
  }
  expect(found).toHaveLength(130);
  expect(new Set(positions(found)).size).toBe(130);
  expect(found.every(({ causationId }) => causationId === id)).toBe(true);
  const lines = String(await get(`export?causation=${id}&format=ndjson`))
    .trim()
    .split('\n');
  expect(lines).toHaveLength(130);
});
