import { randomUUID } from 'node:crypto';
import { type Actor, type DomainEvent, type EventMetadata, SYSTEM, streams } from '@landline/event-schemas';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { pino } from 'pino';
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Connections, connect } from '../../connect.ts';
import { staffUser } from '../../identity/users/staff-user.ts';
import { testConfig } from '../../testing/config.ts';
import { DomainError } from '../errors.ts';
import { reservation } from '../reservations/reservation.ts';
import type { Commands, Origin } from './commands.ts';
import type { Decider } from './decider.ts';
import { type EventStore, WrongRevisionError } from './event-store.ts';
import { ensureLog } from './log-identity.ts';
import { createCommands } from './runner.ts';

let services: TestServices;
let ports: Connections;
beforeAll(async () => {
  services = await startTestServices();
  const config = testConfig(services);
  ports = await connect(config, pino({ level: 'silent' }), new AbortController().signal);
});
afterAll(async () => {
  await ports?.close();
  await services?.stop();
});

const origin = (actor: Actor = SYSTEM) => ({ actor, correlationId: randomUUID() });
const ada: Actor = { id: 'ada', role: 'Admin' };

/** A counter; the state is the number of events. */
type CountedEvent = DomainEvent<'DatasetImportFailed'>;
const counter: Decider<number, { add: number }, CountedEvent> = {
  initialState: 0,
  evolve: (state) => state + 1,
  decide({ add }, state) {
    if (state + add > 1_000) throw new DomainError('rule_broken', 'FULL', 'Full.');
    return Array.from({ length: add }, (_, index) => ({
      type: 'DatasetImportFailed',
      data: { import_id: 'i', dataset_key: 'd', reason: `${state + index}` },
    }));
  },
};

/** Records texts; the state is the last one. */
const textRecorder: Decider<string, { reason: string }, CountedEvent> = {
  initialState: '',
  readsLastEventOnly: true,
  evolve: (_, { data }) => data.reason,
  decide: ({ reason }) => [
    { type: 'DatasetImportFailed', data: { import_id: 'i', dataset_key: 'd', reason } },
  ],
};

interface StoredEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: EventMetadata;
  revision: bigint;
}

async function readStoredEvents(stream: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  await ports.eventStore.read(stream, (event) => events.push(event as unknown as StoredEvent));
  return events;
}

describe('a command', () => {
  test('appends with metadata and returns position, revision and state', async () => {
    const stream = `test-${randomUUID()}`;
    const first = await ports.commands.execute(counter, { stream, command: { add: 2 }, ...origin(ada) });
    const second = await ports.commands.execute(counter, { stream, command: { add: 1 }, ...origin(ada) });
    expect(first).toMatchObject({ state: 2, revision: 1n, logId: ports.logId });
    expect(second).toMatchObject({ state: 3, revision: 2n });
    expect(second.position).toBeGreaterThan(first.position);
    expect(await ports.eventStore.head()).toBe(second.position);
    const [event] = await readStoredEvents(stream);
    expect(event?.metadata).toMatchObject({ actor: ada, schemaVersion: 1 });
    expect(event?.metadata.commandId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('stores the event that caused it, if any', async () => {
    const stream = `test-${randomUUID()}`;
    const causationId = randomUUID();
    const add = { stream, command: { add: 1 }, ...origin() };
    await ports.commands.execute(counter, { ...add, causationId });
    await ports.commands.execute(counter, add);
    const [caused, uncaused] = await readStoredEvents(stream);
    expect(caused?.metadata.causationId).toBe(causationId);
    expect(Object.keys(uncaused?.metadata ?? {}).sort()).toEqual([
      'actor',
      'at',
      'commandId',
      'correlationId',
      'schemaVersion',
    ]);
  });

  test('ignores events of unknown types in its stream', async () => {
    const stream = `test-${randomUUID()}`;
    const add = { stream, command: { add: 1 }, ...origin() };
    await ports.eventStore.append(
      stream,
      [{ id: randomUUID(), type: 'SomethingElse', data: {}, metadata: {} }],
      -1n,
    );
    expect(await ports.commands.execute(counter, add)).toMatchObject({ state: 1, revision: 1n });
  });

  test('appends nothing without a change', async () => {
    const stream = `test-${randomUUID()}`;
    const appends: string[] = [];
    const eventStore: EventStore = {
      ...ports.eventStore,
      append: (...args) => {
        appends.push(args[0]);
        return ports.eventStore.append(...args);
      },
    };
    const commands = createCommands({ ...ports, eventStore });
    const before = await commands.execute(counter, { stream, command: { add: 0 }, ...origin() });
    expect(before).toMatchObject({ events: [], state: 0, revision: -1n });
    await commands.execute(counter, { stream, command: { add: 1 }, ...origin() });
    const head = await ports.eventStore.head();
    const outcome = await commands.execute(counter, { stream, command: { add: 0 }, ...origin() });
    expect(outcome).toMatchObject({ events: [], state: 1, position: head, revision: 0n });
    expect(await ports.eventStore.head()).toBe(head);
    expect(appends).toEqual([stream]);
  });

  test('decides on the known state and retries from a fresh read after a conflict', async () => {
    const stream = `test-${randomUUID()}`;
    const read: string[] = [];
    const eventStore: EventStore = {
      ...ports.eventStore,
      read: (name, visit) => {
        read.push(name);
        return ports.eventStore.read(name, visit);
      },
    };
    const commands = createCommands({ ...ports, eventStore });
    const add = { stream, command: { add: 1 }, ...origin() };
    const first = await commands.execute(counter, { ...add, known: { state: 0, revision: -1n } });
    const second = await commands.execute(counter, { ...add, known: first });
    expect(read).toEqual([]);
    expect(second).toMatchObject({ state: 2, revision: 1n });
    const third = await commands.execute(counter, { ...add, known: first });
    expect(read).toEqual([stream]);
    expect(third).toMatchObject({ state: 3, revision: 2n });
    const reasons = (await readStoredEvents(stream)).map(({ data }) => data.reason);
    expect(reasons).toEqual(['0', '1', '2']);
  });

  test('appends nothing when rejected', async () => {
    const stream = `test-${randomUUID()}`;
    const rejected = ports.commands.execute(counter, { stream, command: { add: 1_001 }, ...origin() });
    await expect(rejected).rejects.toMatchObject({ code: 'FULL' });
    expect(await readStoredEvents(stream)).toEqual([]);
  });
});

describe('personal data', () => {
  test('is encrypted in the log and readable to its aggregate', async () => {
    const user_id = randomUUID();
    const stream = streams.staffUser(user_id);
    const data = {
      user_id,
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'L',
      role: 'Admin',
    } as const;
    const outcome = await ports.commands.execute(staffUser, {
      stream,
      command: { type: 'create', ...data },
      ...origin(),
    });
    expect(outcome.state).toMatchObject(data);
    expect(outcome.events[0]?.data).toMatchObject(data);
    const [event] = await readStoredEvents(stream);
    expect(JSON.stringify(event?.data)).not.toMatch(/ada|Ada/);
    expect((await ports.commands.load(staffUser, stream)).state).toMatchObject(data);
  });

  test('is unreadable once its key is destroyed', async () => {
    const user_id = randomUUID();
    const stream = streams.staffUser(user_id);
    const data = {
      user_id,
      email: 'bob@example.com',
      first_name: 'Bob',
      last_name: 'L',
      role: 'Admin',
    } as const;
    await ports.commands.execute(staffUser, { stream, command: { type: 'create', ...data }, ...origin() });
    await ports.pool.query(sql.unsafe`DELETE FROM api.subject_key WHERE subject = ${`staffUser:${user_id}`}`);
    const { state } = await ports.commands.load(staffUser, stream);
    expect(state).toMatchObject({ email: '(erased)', first_name: '(erased)', role: 'Admin' });
  });

  test('gets one key per subject under concurrency', async () => {
    const owners = Array.from({ length: 40 }, (_, index) => ({
      index,
      candidate_id: randomUUID(),
      owner_name: `Owner ${index}`,
    }));
    const chunk = (chunk: number): DomainEvent => ({
      type: 'CandidatesImported',
      data: {
        import_id: 'i',
        dataset_key: 'd',
        property_type: 'adu',
        chunk,
        first_line: 1,
        last_line: 1,
        bytes_read: 1,
        columns: [],
        rows: [],
        owners,
      },
    });
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        ports.commands.append({
          stream: `test-${randomUUID()}`,
          events: [chunk(n)],
          expectedRevision: -1n,
          commandId: randomUUID(),
          ...origin(),
        }),
      ),
    );
    const subjects = owners.map(({ candidate_id }) => `owner:${candidate_id}`);
    const count = z.object({ count: z.number() });
    const keys = await ports.pool.oneFirst(sql.type(count)`
      SELECT count(*)::int AS count FROM api.subject_key WHERE subject = ANY(${sql.array(subjects, 'text')})
    `);
    expect(keys).toBe(40);
  });
});

describe('an idempotency key', () => {
  let idempotencyKey: string;
  beforeEach(() => {
    idempotencyKey = randomUUID();
  });
  const keyed = (fingerprint = 'a') => ({
    ...origin(ada),
    idempotencyKey,
    route: 'POST /api/test',
    fingerprint,
  });

  test('executes a command once and returns the same position and time', async () => {
    const stream = `test-${randomUUID()}`;
    let day = 0;
    const commands = createCommands({ ...ports, now: () => new Date(Date.UTC(2026, 0, ++day)) });
    const first = await commands.execute(counter, { stream, command: { add: 2 }, ...keyed() });
    await commands.execute(counter, { stream, command: { add: 1 }, ...origin() });
    const again = await commands.execute(counter, { stream, command: { add: 2 }, ...keyed() });
    expect(again).toMatchObject({ position: first.position, at: '2026-01-01T00:00:00.000Z' });
    expect(again.events.map(({ data }) => data.reason)).toEqual(['0', '1']);
    expect(again.state).toBe(3);
    expect(await readStoredEvents(stream)).toHaveLength(3);
  });

  test('is found behind later events, even if only the last event is read', async () => {
    const stream = `test-${randomUUID()}`;
    const record = (reason: string, from: Origin) =>
      ports.commands.execute(textRecorder, { stream, command: { reason }, ...from });
    const key = keyed();
    const first = await record('first', key);
    await record('second', origin());
    const again = await record('first', key);
    expect(again).toMatchObject({ position: first.position, state: 'second', revision: 1n });
    expect(again.events).toMatchObject(first.events);
    expect((await readStoredEvents(stream)).map(({ data }) => data.reason)).toEqual(['first', 'second']);
    await expect(record('other', keyed('b'))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  test('is found by a command that was overtaken by its own retry', async () => {
    const stream = `test-${randomUUID()}`;
    const key = keyed();
    const record = (commands: Commands, reason: string, from: Origin) =>
      commands.execute(textRecorder, { stream, command: { reason }, ...from });
    let isOvertaken = false;
    const slow: EventStore = {
      ...ports.eventStore,
      async readLast(...args) {
        if (!isOvertaken) {
          isOvertaken = true;
          await record(ports.commands, 'keyed', key);
          await record(ports.commands, 'another', origin());
        }
        return ports.eventStore.readLast(...args);
      },
    };
    const outcome = await record(createCommands({ ...ports, eventStore: slow }), 'keyed', key);
    expect(outcome).toMatchObject({ state: 'another', revision: 1n });
    expect((await readStoredEvents(stream)).map(({ data }) => data.reason)).toEqual(['keyed', 'another']);
  });

  test('does not read a long stream for a new key', async () => {
    const stream = `test-${randomUUID()}`;
    const eventStore: EventStore = {
      ...ports.eventStore,
      read: () => Promise.reject(new Error('The whole stream was read')),
    };
    const commands = createCommands({ ...ports, eventStore });
    const key = keyed();
    await commands.execute(textRecorder, { stream, command: { reason: 'first' }, ...key });
    expect(await readStoredEvents(stream)).toHaveLength(1);
  });

  test('executes concurrent repetitions once', async () => {
    const stream = `test-${randomUUID()}`;
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        ports.commands.execute(counter, { stream, command: { add: 1 }, ...keyed() }),
      ),
    );
    expect(new Set(all.map(({ position }) => position)).size).toBe(1);
    expect(await readStoredEvents(stream)).toHaveLength(1);
  });

  test('rejects another request under the same key', async () => {
    const stream = `test-${randomUUID()}`;
    await ports.commands.execute(counter, { stream, command: { add: 1 }, ...keyed('a') });
    const [event] = await readStoredEvents(stream);
    await expect(
      ports.commands.execute(counter, { stream, command: { add: 2 }, ...keyed('b') }),
    ).rejects.toMatchObject({
      kind: 'rule_broken',
      code: 'IDEMPOTENCY_KEY_REUSED',
      data: { commandId: event?.metadata.commandId },
    });
    expect(await readStoredEvents(stream)).toHaveLength(1);
  });

  test('rejects another request under the same key on another stream', async () => {
    const [stream, otherStream] = [`test-${randomUUID()}`, `test-${randomUUID()}`];
    await ports.commands.execute(counter, { stream, command: { add: 1 }, ...keyed('a') });
    const other = { stream: otherStream, command: { add: 1 } };
    await expect(ports.commands.execute(counter, { ...other, ...keyed('b') })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await readStoredEvents(otherStream)).toEqual([]);
    await ports.commands.execute(counter, { ...other, ...keyed('a') });
    expect(await readStoredEvents(otherStream)).toHaveLength(1);
  });

  test('is stored only if the command has one', async () => {
    const stream = `test-${randomUUID()}`;
    const storedKeys = async () => (await ports.pg.query('SELECT 1 FROM api.idempotency_key')).rowCount ?? 0;
    const before = await storedKeys();
    await ports.commands.execute(counter, { stream, command: { add: 1 }, ...origin() });
    expect(await storedKeys()).toBe(before);
    await ports.commands.execute(counter, { stream, command: { add: 1 }, ...keyed() });
    expect(await storedKeys()).toBe(before + 1);
  });

  test('rejects another request under a key that only the event log still has', async () => {
    const stream = `test-${randomUUID()}`;
    const key = keyed();
    const first = await ports.commands.execute(counter, { stream, command: { add: 1 }, ...key });
    // A log that is restored into a new database comes without the keys.
    const forget = () => ports.pool.query(sql.unsafe`DELETE FROM api.idempotency_key`);
    await forget();
    await expect(
      ports.commands.execute(counter, { stream, command: { add: 2 }, ...key, fingerprint: 'b' }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    await forget();
    const again = await ports.commands.execute(counter, { stream, command: { add: 1 }, ...key });
    expect(again.position).toBe(first.position);
    expect(await readStoredEvents(stream)).toHaveLength(1);
  });

  test('is scoped to actor and route', async () => {
    const stream = `test-${randomUUID()}`;
    await ports.commands.execute(counter, { stream, command: { add: 1 }, ...keyed() });
    await ports.commands.execute(counter, {
      stream,
      command: { add: 1 },
      ...keyed(),
      route: 'PUT /api/test',
    });
    await ports.commands.execute(counter, {
      stream,
      command: { add: 1 },
      ...keyed(),
      actor: { ...ada, id: 'bob' },
    });
    expect(await readStoredEvents(stream)).toHaveLength(3);
  });
});

describe('conflicting commands', () => {
  test('are retried from a fresh read', async () => {
    const stream = `test-${randomUUID()}`;
    await Promise.all(
      [1, 2, 3].map(() => ports.commands.execute(counter, { stream, command: { add: 1 }, ...origin() })),
    );
    const reasons = (await readStoredEvents(stream)).map(({ data }) => data.reason);
    expect(reasons).toEqual(['0', '1', '2']);
  });

  test('give up after three retries', async () => {
    let appends = 0;
    const contended: EventStore = {
      ...ports.eventStore,
      append: async (...args) => {
        appends++;
        await ports.eventStore.append(args[0], [{ ...contender(), id: randomUUID() }], 'any');
        return ports.eventStore.append(...args);
      },
    };
    const commands: Commands = createCommands({ ...ports, eventStore: contended });
    const stream = `test-${randomUUID()}`;
    const rejected = commands.execute(counter, { stream, command: { add: 1 }, ...origin() });
    await expect(rejected).rejects.toMatchObject({ kind: 'conflict', code: 'CONFLICT' });
    expect(appends).toBe(4);
    expect(await readStoredEvents(stream)).toHaveLength(4);
  });

  const contender = () => ({
    type: 'DatasetImportFailed',
    data: { import_id: 'i', dataset_key: 'd', reason: 'contender' },
    metadata: { ...origin(), commandId: randomUUID(), at: new Date().toISOString(), schemaVersion: 1 },
  });

  test('reserve a value for only one holder', async () => {
    const stream = streams.reservation(randomUUID());
    const now = new Date().toISOString();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((holder) =>
        ports.commands.execute(reservation, {
          stream,
          command: { type: 'reserve', kind: 'test', holder, now, expiresAt },
          ...origin(),
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readStoredEvents(stream)).toHaveLength(1);
  });
});

describe('an append whose response is lost', () => {
  /** Appends and loses the response, like a connection that breaks at the wrong moment. */
  const losingFirstResponse = (): EventStore => {
    let isLost = false;
    return {
      ...ports.eventStore,
      async append(...args) {
        const result = await ports.eventStore.append(...args);
        if (isLost) return result;
        isLost = true;
        return ports.eventStore.append(...args);
      },
    };
  };

  test('is found instead of repeated', async () => {
    const stream = `test-${randomUUID()}`;
    const commands = createCommands({ ...ports, eventStore: losingFirstResponse() });
    const outcome = await commands.execute(counter, { stream, command: { add: 2 }, ...origin() });
    expect(outcome.position).toBe(await ports.eventStore.head());
    expect(await readStoredEvents(stream)).toHaveLength(2);
  });

  test('is found behind later events', async () => {
    const stream = `test-${randomUUID()}`;
    const conflicting: EventStore = {
      ...ports.eventStore,
      append: async (...args) => {
        await ports.eventStore.append(...args);
        throw new WrongRevisionError({ stream, expected: -1n, actual: 0n });
      },
    };
    const commands = createCommands({ ...ports, eventStore: conflicting });
    const outcome = await commands.execute(counter, { stream, command: { add: 1 }, ...origin() });
    expect(outcome).toMatchObject({ state: 1, position: await ports.eventStore.head() });
    expect(await readStoredEvents(stream)).toHaveLength(1);
  });
});

describe('an append without a decider', () => {
  const append = (stream: string, expectedRevision: bigint, commandId: string, reason = 'x') =>
    ports.commands.append({
      stream,
      events: [{ type: 'DatasetImportFailed', data: { import_id: 'i', dataset_key: 'd', reason } }],
      expectedRevision,
      commandId,
      ...origin(),
    });

  test('is idempotent by command id', async () => {
    const stream = `test-${randomUUID()}`;
    const commandId = randomUUID();
    const first = await append(stream, -1n, commandId);
    expect(await append(stream, -1n, commandId)).toEqual(first);
    expect(await append(stream, first.revision, randomUUID())).toMatchObject({ revision: 1n });
    expect(await readStoredEvents(stream)).toHaveLength(2);
  });

  test('conflicts at a stale revision', async () => {
    const stream = `test-${randomUUID()}`;
    await append(stream, -1n, randomUUID());
    await expect(append(stream, -1n, randomUUID())).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { stream, expected: -1n, actual: 0n },
    });
  });
});

test('creates one log for processes that start together', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => ensureLog(ports.eventStore)));
  expect(new Set([...ids, ports.logId]).size).toBe(1);
  expect(await readStoredEvents(streams.log())).toHaveLength(1);
});
