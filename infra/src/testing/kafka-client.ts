import { createRequire } from 'node:module';
import { patchRequestQueue } from '@landline/runtime/kafka/request-queue';
import { Kafka, type KafkaConfig, logLevel } from 'kafkajs';

patchRequestQueue(createRequire(import.meta.url)('kafkajs/src/network/requestQueue'));

/** A quiet Kafka client for tests, where brokers come and go. */
export function testKafka(brokers: string, more: Partial<KafkaConfig> = {}): Kafka {
  return new Kafka({ clientId: 'test', brokers: [brokers], logLevel: logLevel.NOTHING, ...more });
}
