import { Kafka, logLevel } from 'kafkajs';

/**
 * An outside consumer: prints each judgement as it is made, once.
 * `node --disable-warning=TimeoutNegativeWarning infra/examples/judgements.ts` with `KAFKA_BROKERS` and, for a group of its
 * own, `KAFKA_GROUP`. Node would warn of a timer of kafkajs 2.2.4, which does no harm.
 */
const brokers = (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(',');
const kafka = new Kafka({ clientId: 'judgements', brokers, logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: process.env.KAFKA_GROUP ?? 'judgements' });

/**
 * A partition holds events in the order of the log; what the relay repeats after a crash is not after what came last.
 * Kept in memory here: whoever must not repeat anything over its own crashes keeps it with what it writes.
 */
const last = new Map<number, bigint>();

await consumer.connect();
await consumer.subscribe({ topics: ['landline.judgement'], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ partition, message }) => {
    const position = BigInt(String(message.headers?.position));
    if (position <= (last.get(partition) ?? -1n)) return;
    last.set(partition, position);
    const { type, data, metadata } = JSON.parse(String(message.value));
    process.stdout.write(
      `${position} ${metadata.at} ${type} ${data.candidate_id} ${data.classification ?? 'taken back'}\n`,
    );
  },
});
process.once('SIGTERM', () => void consumer.disconnect().then(() => process.exit(0)));
