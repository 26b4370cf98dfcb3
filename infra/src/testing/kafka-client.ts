import { createRequire } from 'node:module';
import { mendRequestQueue } from '@landline/event-schemas/kafkajs';
import { Kafka, logLevel } from 'kafkajs';

mendRequestQueue(createRequire(import.meta.url)('kafkajs/src/network/requestQueue'));

/** A test's own client, which keeps quiet: brokers come and go. */
export function testKafka(brokers: string): Kafka {
  return new Kafka({ clientId: 'test', brokers: [brokers], logLevel: logLevel.NOTHING });
}
