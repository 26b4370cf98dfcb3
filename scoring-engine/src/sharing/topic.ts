import type { Kafka } from 'kafkajs';

/** Carries the chunks of bulk runs to the engines of the group; nobody's contract. */
export const TOPIC = 'landline-scoring.chunks';
/** The engines that share them. */
export const GROUP = 'landline-scoring-engine';
const PARTITIONS = 12;
const CONFIG = [
  // A chunk's judgements come with it; the messages of a partition go out as one.
  { name: 'max.message.bytes', value: String(8 * 1024 * 1024) },
  // A run that is not done by then has been done otherwise.
  { name: 'retention.ms', value: String(3_600_000) },
];

/** Makes the topic unless it is there. */
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
