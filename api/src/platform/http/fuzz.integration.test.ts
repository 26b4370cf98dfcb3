import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../operations/demo/random.ts';
import { PASSWORD, type Role } from '../../testing/api.ts';
import { type Operation, operationsOf } from '../../testing/fuzz/operations.ts';
import { type FuzzRequest, fuzzRequest } from '../../testing/fuzz/requests.ts';
import { SeenValues } from '../../testing/fuzz/seen-values.ts';
import { send } from '../../testing/fuzz/send.ts';
import { DATASET, parcels, startScoredDatasetEnvironment } from '../../testing/scored-dataset-environment.ts';

/** The seed selects the requests. */
const SEED = process.env.FUZZ_SEED ?? 'landline';
/** Number of requests; each operation gets its share. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 6_000);
/** Slowest rate that the time limit allows for. */
const MIN_REQUESTS_PER_SECOND = 10;
const CONCURRENCY = 12;

const CALLERS = ['SuperAdmin', 'ClientUser', undefined] as const;

/** Valid values for fields whose validation is stricter than their schema. */
const VALID_VALUES = {
  datasetKey: DATASET,
  key: DATASET,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  currentPassword: PASSWORD,
  primary_domain: 'shop.example.com',
  authorized_domains: '*.example.com',
  allowed_email_domains: 'example.com',
  time_zone: 'America/Chicago',
  code: '123456',
  area: '-118,33,-117,33,-117,34',
  mapping: '{"APN":"apn"}',
  query: 'minScore=50',
};

let environment: Awaited<ReturnType<typeof startScoredDatasetEnvironment>>;
let operations: Operation[];
/** Ids that each caller has seen in responses. */
const seenValues = new Map<Role | undefined, SeenValues>();
/** Concurrent requests share a sign-in. */
const tokens = new Map<Role, Promise<string>>();

beforeAll(async () => {
  environment = await startScoredDatasetEnvironment({ variables: { TRUST_PROXY: 'true' } });
  const { api, token } = environment;
  tokens.set('SuperAdmin', Promise.resolve(token));
  await signIn('ClientUser');
  const { body } = await api.call('GET', '/api/openapi.json', { token });
  operations = operationsOf(body);
});
afterAll(() => environment?.stop());

function initialValues(clientId: string | undefined): SeenValues {
  const initial = new SeenValues();
  for (const [name, value] of Object.entries(VALID_VALUES)) initial.add('', name, value);
  for (const { id } of parcels.slice(0, 5)) {
    for (const area of ['candidates', 'notes', 'training', 'reviews'])
      initial.add(`/api/geo/${area}`, 'id', id);
    initial.add('', 'candidateId', id);
  }
  if (clientId !== undefined) {
    initial.add('', 'clientId', clientId);
    initial.add('/api/ai/clients', 'id', clientId);
  }
  return initial;
}

/** Signs in a user of a role; client users get a client with access to the dataset. */
async function signIn(role: Role): Promise<string> {
  const signedIn = environment.api.signIn(role);
  tokens.set(
    role,
    signedIn.then(({ token }) => token),
  );
  const { token, clientId } = await signedIn;
  if (clientId !== undefined) {
    seenValues.set(role, initialValues(clientId));
    for (const each of ['SuperAdmin', undefined] as const)
      seenValues.set(each, seenValues.get(each) ?? initialValues(clientId));
    const body = { clientId, datasetKey: DATASET };
    await environment.api.call('POST', '/api/geo/datasets/grant-city-access', {
      token: await tokens.get('SuperAdmin'),
      body,
    });
  }
  return token;
}

/**
 * Chooses a caller. Nine times out of ten the caller may call the operation, since other callers are rejected
 * immediately.
 */
function callerOf({ roles, needsSession }: Operation, random: Random): Role | undefined {
  if (random.chance(0.1)) return random.pick(CALLERS);
  if (!needsSession) return random.chance(0.8) ? undefined : 'SuperAdmin';
  const allowed = (['SuperAdmin', 'ClientUser'] as const).filter((role) => roles?.includes(role) ?? true);
  return random.pick(allowed as [Role, ...Role[]]);
}

/**
 * Returns true for errors of operations that need a worker or a built widget, which this test does not have, and of health
 * checks that a busy machine cannot finish in time.
 */
const isExpected = (body: unknown): boolean =>
  ['NOT_READY', 'NOT_HEALTHY', 'WIDGET_NOT_BUILT'].includes(
    String((body as { code?: unknown } | undefined)?.code),
  );

/** Sends a request from a separate address, because limits per address would end the run early. */
async function sendAs(request: FuzzRequest, role: Role | undefined, random: Random) {
  const token = role && (await (tokens.get(role) ?? signIn(role)));
  const address = Array.from({ length: 4 }, () => random.integer(1, 254)).join('.');
  const headers = {
    'X-Forwarded-For': address,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...request.headers,
  };
  return send(environment.api.url, { ...request, headers });
}

const LAYER = {
  kind: 'ust',
  name: 'Tanks',
  source: 'County',
  source_date: '2026',
  file_name: 'tanks.csv',
  file_bytes: 10,
};

test.each([
  [
    'a position beyond 64 bits',
    'GET',
    `/api/geo/candidates/${parcels[0]?.id}/history?before=9223372036854775808`,
  ],
  ['a lone surrogate in a layer', 'POST', '/api/geo/environment/layers', { ...LAYER, name: 'b\ud800y' }],
  [
    'nesting in the first rows of a file',
    'POST',
    '/api/geo/imports/preview?file_name=a.ndjson&file_bytes=2',
    `{"apn":${'['.repeat(8_000)}${']'.repeat(8_000)}}`,
    200,
  ],
] as const)(
  'handles %s without a server error',
  async (_, method, path, body?: unknown, status: number = 400) => {
    const { api, token } = environment;
    expect((await api.call(method, path, { token, body })).status).toBe(status);
  },
);

test('handles malformed requests without a server error', {
  timeout: (REQUESTS / MIN_REQUESTS_PER_SECOND) * 1_000,
}, async () => {
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const work = async () => {
    while (next < REQUESTS) {
      const number = next++;
      const operation = operations[number % operations.length] as Operation;
      const random = seededRandom(`${SEED} ${number}`);
      const role = callerOf(operation, random);
      const request = fuzzRequest(operation, seenValues.get(role) ?? initialValues(undefined), random);
      const { status, body } = await sendAs(request, role, random).catch((error: Error) => ({
        status: 0,
        body: error.message,
      }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0 || (status >= 500 && !isExpected(body)))
        failures.push(describeFailure(request, role, status, body));
      else if (status < 300) seenValues.get(role)?.addAll(operation.path, body);
      const isSignedOut = status === 401 && operation.needsSession && !request.headers.Authorization;
      if (role && isSignedOut && !request.headers.Cookie) tokens.delete(role);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  process.stdout.write(
    `Fuzzed ${next} requests with seed "${SEED}": ${JSON.stringify([...statuses].sort())}\n`,
  );
  expect(failures.slice(0, 20)).toEqual([]);
});

function describeFailure(
  request: FuzzRequest,
  role: Role | undefined,
  status: number,
  body: unknown,
): string {
  const { method, path, changes } = request;
  const sent = String(request.body ?? '').slice(0, 300);
  return `${status} ${method} ${path.slice(0, 300)} as ${role ?? 'anyone'}, ${changes.join(' and ')}: ${sent} → ${JSON.stringify(body)}`;
}

const ALL_APPLIED = `
  SELECT bool_and(position >= $1) AS applied FROM read.projector
  JOIN read.checkpoint ON projector = name AND generation = live_generation`;

test('leaves no event that a read model cannot apply', async () => {
  const { pg, eventStore } = environment.api.ports;
  const head = await eventStore.head();
  await expect.poll(async () => (await pg.query(ALL_APPLIED, [head])).rows).toEqual([{ applied: true }]);
  const { rows } = await pg.query(
    'SELECT DISTINCT projector, type, error FROM read.parked_event ORDER BY 1, 2, 3',
  );
  expect(rows).toEqual([]);
});
