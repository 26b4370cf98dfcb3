import { createRequire } from 'node:module';
import { mendRequestQueue } from '@landline/event-schemas/kafkajs';
import { Kafka, logLevel } from 'kafkajs';
import type { Logger } from 'pino';

mendRequestQueue(createRequire(import.meta.url)('kafkajs/src/network/requestQueue'));

const TIMEOUT_MS = 3_000;

/** The brokers at these addresses. What it tries again is nobody's trouble yet; what it gives up is thrown. */
export function kafkaAt(brokers: string[], log: Logger): Kafka {
  return new Kafka({
    clientId: 'landline-scoring-engine',
    brokers,
    connectionTimeout: TIMEOUT_MS,
    requestTimeout: 3 * TIMEOUT_MS,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ log: { message, ...details } }) =>
        log.debug(details, message),
  });
}
