import { createRequire } from 'node:module';
import { EventStoreDBClient } from '@eventstore/db-client';
import { exportTraces } from '@landline/event-schemas/export-traces';
import { mendRequestQueue } from '@landline/event-schemas/kafkajs';
import { loggedError } from '@landline/event-schemas/logged-error';
import { toldToEnd } from '@landline/event-schemas/told-to-end';
import { Kafka, logLevel } from 'kafkajs';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { runRelay } from './relay.ts';

const GOODBYE_MS = 3_000;

const config = readConfig();
const log = pino({ level: config.LOG_LEVEL, name: 'relay', serializers: { err: loggedError } });
const traces = await exportTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT, 'relay');

const signal = toldToEnd(log);

mendRequestQueue(createRequire(import.meta.url)('kafkajs/src/network/requestQueue'));
const client = EventStoreDBClient.connectionString(config.EVENTSTORE_URL);
const kafka = new Kafka({
  clientId: 'landline-relay',
  brokers: config.KAFKA_BROKERS,
  // What it tries again is nobody's trouble yet; what it gives up is thrown.
  logLevel: logLevel.WARN,
  logCreator:
    () =>
    ({ log: { message, ...details } }) =>
      log.debug(details, message),
});

process.send?.({ ready: true });
await runRelay({ databaseUrl: config.DATABASE_URL, client, kafka, log, signal });
// Services that have gone away do not answer goodbyes.
setTimeout(() => process.exit(0), GOODBYE_MS).unref();
await Promise.allSettled([client.dispose(), traces.stop()]);
process.exit(0);
