import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigurationError } from '../process/environment.ts';
import { kafkaConnection } from './connection.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-kafka-settings-'));
  await writeFile(path.join(directory, 'ca.pem'), 'a certificate');
  await writeFile(path.join(directory, 'password'), 'secret\n');
});
afterAll(() => rm(directory, { recursive: true }));

const BROKERS = ['kafka:9092'];
const problemsOf = (environment: Record<string, string>) => {
  try {
    kafkaConnection(BROKERS, environment);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.message;
  }
};

test('connects without TLS and SASL by default', () =>
  expect(kafkaConnection(BROKERS, {})).toEqual({ brokers: BROKERS }));

test('reads the CA certificate and the password from files', () =>
  expect(
    kafkaConnection(BROKERS, {
      KAFKA_SSL: 'on',
      KAFKA_CA_FILE: path.join(directory, 'ca.pem'),
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'landline',
      KAFKA_SASL_PASSWORD_FILE: path.join(directory, 'password'),
    }),
  ).toEqual({
    brokers: BROKERS,
    ssl: { ca: 'a certificate' },
    sasl: { mechanism: 'scram-sha-512', username: 'landline', password: 'secret' },
  }));

test("trusts Node's certificate authorities without a CA file", () =>
  expect(kafkaConnection(BROKERS, { KAFKA_SSL: 'on' })).toEqual({ brokers: BROKERS, ssl: {} }));

test.each([
  [{ KAFKA_SASL_USERNAME: 'a', KAFKA_SASL_PASSWORD: 'b' }, /^KAFKA_SASL_MECHANISM: required/],
  [{ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'a' }, /^KAFKA_SASL_PASSWORD: required/],
  [{ KAFKA_SASL_MECHANISM: 'gssapi' }, /^KAFKA_SASL_MECHANISM: /],
  [{ KAFKA_CA_FILE: '/nowhere' }, /^KAFKA_SSL: must be on/],
  [{ KAFKA_SSL: 'on', KAFKA_CA_FILE: '/nowhere' }, /^KAFKA_CA_FILE: names a file that cannot be read$/],
  [{ KAFKA_SSL: 'maybe' }, /^KAFKA_SSL: /],
])('rejects %j', (environment, words) => expect(problemsOf(environment)).toMatch(words));
