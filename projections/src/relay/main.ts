import { createRequire } from 'node:module';
import { openEventStore, waitForEventStore } from '@landline/runtime/event-store/connection';
import { kafkaConnection } from '@landline/runtime/kafka/connection';
import { assertKafkaAccepts } from '@landline/runtime/kafka/refusal';
import { patchRequestQueue } from '@landline/runtime/kafka/request-queue';
import { withConnection } from '@landline/runtime/postgres/connection';
import { parseEnvironment, VARIABLES } from '@landline/runtime/process/environment';
import { retryUntilReady } from '@landline/runtime/process/retry-until-ready';
import { runProcess } from '@landline/runtime/process/run-process';
import { Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';
import { runRelay } from './relay.ts';

const { DATABASE_URL, EVENTSTORE_URL, KAFKA_BROKERS, OTEL_EXPORTER_OTLP_ENDPOINT, LOG_LEVEL } = VARIABLES;
const environment = z.object({
  DATABASE_URL,
  EVENTSTORE_URL,
  KAFKA_BROKERS,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  LOG_LEVEL,
});

await runProcess(
  'relay',
  () => {
    const config = parseEnvironment(environment);
    return { ...config, kafka: kafkaConnection(config.KAFKA_BROKERS) };
  },
  async (config, log, signal) => {
    patchRequestQueue(createRequire(import.meta.url)('kafkajs/src/network/requestQueue'));
    const client = openEventStore(config.EVENTSTORE_URL);
    const kafka = new Kafka({
      clientId: 'landline-relay',
      ...config.kafka,
      // kafkajs logs every failed attempt, although it retries; failures after the last attempt are thrown.
      logLevel: logLevel.WARN,
      logCreator:
        () =>
        ({ log: { message, ...details } }) =>
          log.debug({ event: 'kafka.client', ...details }, message),
    });
    const { DATABASE_URL: databaseUrl } = config;
    await retryUntilReady('the database', log, signal, () =>
      withConnection(databaseUrl, 'relay', async () => undefined),
    );
    await waitForEventStore(client, log, signal);
    await assertKafkaAccepts(kafka);
    return {
      finished: runRelay({ databaseUrl, client, kafka, log, signal }),
      stop: () => client.dispose(),
    };
  },
);
