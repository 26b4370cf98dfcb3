import { generateKeyPairSync, hash, type KeyObject, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServices, type TestServices } from '../testing/services.ts';
import { anchorLog, ForgedAnchorError } from './anchor.ts';
import { readLastAnchor, writeLastAnchor } from './last-anchor-file.ts';
import { MerkleTree } from './merkle.ts';
import type { KnownAnchor } from './verifier.ts';
import { verifyLog } from './verify.ts';

const EVENTS = 120;
/** All stored events, including the store's first event, the log's first event, and three anchors. */
const STORED = EVENTS + 5;
const LAST_ANCHOR = STORED - 1;

let services: TestServices;
let rows: pg.Client;
let client: EventStoreDBClient;
let eventStoreDatabaseUrl: string;
let dataDir: string;
let key: KeyObject;

beforeAll(async () => {
  services = await startTestServices();
  eventStoreDatabaseUrl = await services.postgres.database('events');
  rows = new pg.Client({ connectionString: eventStoreDatabaseUrl });
  await rows.connect();
  client = EventStoreDBClient.connectionString(services.eventStoreUrl);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-anchor-'));
  key = generateKeyPairSync('ed25519').privateKey;
  await appendTestEvent('LogCreated', 'log-landline', { log_id: randomUUID() });
  for (let n = 0; n < EVENTS; n++) {
    await appendTestEvent('NoteAdded', `notes-${n % 7}`, { n, text: `note ${n}`, size: 1e21 });
    if (n % 40 === 39) await anchor();
  }
});
afterAll(async () => {
  await client?.dispose();
  await rows?.end();
  await services?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const appendTestEvent = (type: string, stream: string, data: Record<string, unknown>) =>
  client.appendToStream(stream, [
    jsonEvent({ type, data, metadata: { at: '2026-01-01', schemaVersion: 1 } }),
  ]);
const anchor = () => anchorLog({ client, key, dataDir });
const verify = async (asReader = false) =>
  verifyLog({
    source: {
      eventStoreUrl: services.eventStoreUrl,
      eventStoreDatabaseUrl: asReader ? undefined : eventStoreDatabaseUrl,
    },
    key,
    lastAnchor: await readLastAnchor(dataDir),
  });

const FLIP =
  'UPDATE event_store.event SET encoded = set_bit(encoded, $2, 1 - get_bit(encoded, $2)) WHERE position = $1';

/** Tampers with the stored log, runs `check`, and then reverts the change. */
async function withTampering(change: string, values: unknown[], check: () => Promise<void>): Promise<void> {
  await rows.query('CREATE TABLE kept AS SELECT * FROM event_store.event');
  try {
    await rows.query(change, values);
    await check();
  } finally {
    await rows.query('TRUNCATE event_store.event');
    await rows.query('INSERT INTO event_store.event SELECT * FROM kept');
    await rows.query('DROP TABLE kept');
  }
}

describe('log verification', () => {
  test('verifies the rows and the messages that readers receive, and counts the tail', async () => {
    for (const asReader of [false, true]) {
      const { mismatch, anchors, tail, anchored, events } = await verify(asReader);
      expect(mismatch).toBeNull();
      expect(anchors).toBe(3);
      // The copy covers the third anchor, and the third anchor covers the other events.
      expect(tail).toBe(0);
      expect(anchored).toBe(STORED - 1);
      expect(events).toBe(STORED);
    }
  });

  test('does not verify the newest anchor without the copy beside the log', async () => {
    const source = { eventStoreUrl: services.eventStoreUrl, eventStoreDatabaseUrl };
    expect(await verifyLog({ source, key, lastAnchor: undefined })).toMatchObject({
      mismatch: null,
      tail: 1,
    });
  });

  test('brings the copy of the last anchor up to date after a crash', async () => {
    const { anchor: kept, ...older } = (await readLastAnchor(dataDir)) ?? {};
    expect(kept).toMatchObject({ position: LAST_ANCHOR });
    for (const head of [
      { size: 41, root: 'of the anchor before', anchor: { position: 83, leaf: '' } },
      older,
    ]) {
      await writeLastAnchor(dataDir, head as KnownAnchor);
      expect(await verify()).toMatchObject({ mismatch: null, tail: 1 });
      expect(await anchor()).toBe(0);
      expect(await readLastAnchor(dataDir)).toEqual({ ...older, anchor: kept });
      expect(await verify()).toMatchObject({ mismatch: null, tail: 0 });
    }
  });

  test('does not anchor an idle log', async () => {
    expect(await anchor()).toBe(0);
  });

  // The first event's message claims another position, or the stream of a system event. The actual position is what
  // counts.
  const SEEDS = [200_016_557, 525_372_089, randomInt(2 ** 30)];
  test.each(SEEDS)('finds any flipped bit of a message and names its event', async (seed) => {
    for (let round = 0; round < 40; round++) {
      const position = (seed + 7 * round) % STORED;
      const { rows: events } = await rows.query(
        'SELECT length(encoded) AS bytes FROM event_store.event WHERE position = $1',
        [position],
      );
      const bit = (seed * (round + 1)) % (8 * events[0].bytes);
      await withTampering(FLIP, [position, bit], async () => {
        const { mismatch } = await verify();
        expect(mismatch?.position, `seed ${seed}: bit ${bit} of position ${position}`).toBe(position);
      });
    }
  });

  test.each([
    ['an event', 57, 1, ['notes-', 'NoteAdded', 'note 5', '2026-01-01', 'application/json', 'created']],
    [
      'the newest anchor',
      LAST_ANCHOR,
      5,
      ['anchors-', 'LogAnchored', 'schemaVersion', 'signature', 'created'],
    ],
  ])(
    'finds a flipped bit of %s among position, revision, stream, id, type, times, metadata and data',
    async (_, position, step, fields) => {
      const stored = 'SELECT encoded FROM event_store.event WHERE position = $1';
      const { encoded } = (await rows.query<{ encoded: Buffer }>(stored, [position])).rows[0] ?? {};
      const message = encoded ?? Buffer.alloc(0);
      for (const field of fields)
        expect(message.toString('latin1'), 'the message contains it').toContain(field);
      for (let byte = randomInt(step); byte < message.length; byte += step) {
        const bit = 8 * byte + (byte % 8);
        await rows.query(FLIP, [position, bit]);
        const { mismatch } = await verify();
        await rows.query(FLIP, [position, bit]);
        expect(mismatch?.position, `bit ${bit}`).toBe(position);
      }
      expect((await verify()).mismatch).toBeNull();
    },
  );

  test('finds a flipped bit of the newest anchor in the messages that readers receive, and signs nothing after it', async () => {
    const { rows: offsets } = await rows.query<{ bit: number }>(
      `SELECT 8 * position('correlationId'::bytea IN encoded) AS bit FROM event_store.event WHERE position = $1`,
      [LAST_ANCHOR],
    );
    await withTampering(FLIP, [LAST_ANCHOR, (offsets[0]?.bit ?? 0) + 8 * 20], async () => {
      const { mismatch } = await verify(true);
      expect(mismatch).toMatchObject({ position: LAST_ANCHOR, type: 'LogAnchored' });
      await expect(anchor()).rejects.toThrow(ForgedAnchorError);
    });
    expect(await anchor()).toBe(0);
  });

  test.each([
    ['id', `set_byte(uuid_send(id), 3, get_byte(uuid_send(id), 3) # 4)`, `encode(%, 'hex')::uuid`],
    ['type', `set_byte(type::bytea, 2, get_byte(type::bytea, 2) # 1)`, `convert_from(%, 'UTF8')`],
    ['stream', `set_byte(stream::bytea, 1, get_byte(stream::bytea, 1) # 1)`, `convert_from(%, 'UTF8')`],
    ['revision', 'revision # 1024', '%'],
    ['repeat', 'repeat # 2048', '%'],
    ['position', 'position # 4096', '%'],
  ])('finds a flipped bit of the column %s', async (column, flipped, written) => {
    const position = 57;
    const change = `UPDATE event_store.event SET ${column} = ${written.replace('%', flipped)} WHERE position = $1`;
    await withTampering(change, [position], async () => {
      const { mismatch } = await verify();
      const named = column === 'position' ? position ^ 4096 : position;
      expect([position, position + 1, named]).toContain(mismatch?.position);
      expect(mismatch?.reason).toMatch(new RegExp(column === 'position' ? 'position|was removed' : column));
    });
  });

  test('finds a removed event and a truncated log', async () => {
    await withTampering('DELETE FROM event_store.event WHERE position = 60', [], async () => {
      expect((await verify()).mismatch).toMatchObject({
        position: 61,
        reason: expect.stringContaining('was removed'),
      });
    });
    await withTampering('DELETE FROM event_store.event WHERE position > 90', [], async () => {
      expect((await verify()).mismatch?.reason).toContain('is the end of the log');
    });
  });

  // Move rows away first, so that two never share a position.
  test.each([
    [
      'messages',
      `UPDATE event_store.event AS event SET encoded = other.encoded FROM event_store.event AS other
       WHERE event.position + other.position = 61 + 77 AND event.position IN (61, 77)`,
      'SELECT',
    ],
    [
      'positions',
      'UPDATE event_store.event SET position = -position WHERE position IN (61, 77)',
      'UPDATE event_store.event SET position = 61 + 77 + position WHERE position < 0',
    ],
  ])('finds two events whose %s were swapped', async (_, first, then) => {
    await withTampering(first, [], async () => {
      await rows.query(then);
      for (const asReader of [false, true]) {
        // The event at the first of the two positions claims the other one.
        expect([61, 77]).toContain((await verify(asReader)).mismatch?.position);
      }
    });
  });

  test('finds an inserted event', async () => {
    const insert = `INSERT INTO event_store.event
      SELECT (SELECT max(position) + 1 FROM event_store.event), 1e6::bigint, repeat, gen_random_uuid(), stream, type, encoded
      FROM event_store.event WHERE position = 61`;
    await withTampering(insert, [], async () => {
      expect((await verify()).mismatch?.reason).toMatch(/position|revision/);
    });
  });

  test('rejects a log signed with another key', async () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const source = { eventStoreUrl: services.eventStoreUrl, eventStoreDatabaseUrl };
    const { mismatch } = await verifyLog({ source, key: other, lastAnchor: undefined });
    expect(mismatch).toMatchObject({ type: 'LogAnchored', reason: expect.stringContaining('another key') });
    await expect(anchorLog({ client, key: other, dataDir })).rejects.toThrow(ForgedAnchorError);
  });
});

test('produces the known roots of RFC 6962', () => {
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const tree = new MerkleTree();
  for (const [index, leaf] of leaves.entries()) {
    tree.push(hash('sha256', Buffer.from(`00${leaf}`, 'hex'), 'buffer'));
    expect(tree.root().toString('hex')).toBe(roots[index]);
  }
});
