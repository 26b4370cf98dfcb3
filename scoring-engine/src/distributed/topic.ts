import type { Kafka } from 'kafkajs';

/** Topic for the chunks of bulk runs; internal to the engines. */
export const TOPIC = 'landline-scoring.chunks';
/** Consumer group of the engines. */
export const GROUP = 'landline-scoring-engine';
const PARTITIONS = 12;
const CONFIG = [
  // A chunk includes its classifications, and the messages of a partition are sent as one batch.
  { name: 'max.message.bytes', value: String(8 * 1024 * 1024) },
  // By then, the active engine has completed an unfinished run locally.
  { name: 'retention.ms', value: String(3_600_000) },
];

/** Creates the topic unless it exists. */
export async function ensureTopic(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    if ((await admin.listTopics()).includes(TOPIC)) return;
    await admin.createTopics({
      waitForLeaders: true,
      topics: [{ topic: TOPIC, numPartitions: PARTITIONS, replicationFactor: -1, configEntries: CONFIG }],
    });
  } finally {
    await admin.disconnect();
  }
}
