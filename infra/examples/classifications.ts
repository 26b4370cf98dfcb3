import { setTimeout } from 'node:timers/promises';
import { kafkaConnection } from '@landline/runtime/kafka/connection';
import { Kafka, logLevel } from 'kafkajs';

/**
 * Example consumer that prints each classification once. Run `node --disable-warning=TimeoutNegativeWarning
 * infra/examples/classifications.ts` with `KAFKA_BROKERS` and, for a separate consumer group, `KAFKA_GROUP`. The flag
 * silences a harmless timer warning of kafkajs 2.2.4.
 */
const TOPIC = 'landline.judgement';
const connection = kafkaConnection((process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','));
const kafka = new Kafka({ clientId: 'classifications', ...connection, logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: process.env.KAFKA_GROUP ?? 'classifications' });

/**
 * Last position by partition. The events of a partition arrive in log order, so an event at or before the last
 * position was delivered again. This example keeps the positions in memory; a consumer that must not repeat output
 * after a crash stores the position with its output.
 */
const last = new Map<number, bigint>();

// The relay creates the topic with the first message.
const admin = kafka.admin();
await admin.connect();
const topicExists = async () => (await admin.listTopics()).includes(TOPIC);
if (!(await topicExists())) process.stderr.write(`Waiting for the first message of ${TOPIC}\n`);
while (!(await topicExists())) await setTimeout(1_000);
await admin.disconnect();

await consumer.connect();
await consumer.subscribe({ topics: [TOPIC], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ partition, message }) => {
    const position = BigInt(String(message.headers?.position));
    if (position <= (last.get(partition) ?? -1n)) return;
    last.set(partition, position);
    const { type, data, metadata } = JSON.parse(String(message.value));
    process.stdout.write(
      `${position} ${metadata.at} ${type} ${data.candidate_id} ${data.classification ?? 'removed'}\n`,
    );
  },
});
process.once('SIGTERM', () => void consumer.disconnect().then(() => process.exit(0)));
