import { createRequire } from 'node:module';
import type { KafkaConnection } from '@landline/runtime/kafka/connection';
import { patchRequestQueue } from '@landline/runtime/kafka/request-queue';
import { Kafka, logLevel } from 'kafkajs';
import type { Logger } from 'pino';

patchRequestQueue(createRequire(import.meta.url)('kafkajs/src/network/requestQueue'));

const TIMEOUT_MS = 3_000;

/** Returns a Kafka client. Retries are logged at debug level; final failures are thrown. */
export function kafkaAt(connection: KafkaConnection, log: Logger): Kafka {
  return new Kafka({
    clientId: 'landline-scoring-engine',
    ...connection,
    connectionTimeout: TIMEOUT_MS,
    requestTimeout: 3 * TIMEOUT_MS,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ log: { message, ...details } }) =>
        log.debug(details, message),
  });
}
