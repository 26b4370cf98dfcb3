import type { Admin } from 'kafkajs';

/** Messages of a topic that a consumer group has not committed yet. */
export interface ConsumerLag {
  readonly group: string;
  readonly topic: string;
  readonly lag: number;
}

const TOPIC_PREFIX = 'landline';

/** Returns the lag of every consumer group on Landline's topics, Landline's own and external ones. */
export async function measureConsumerLag(admin: Admin): Promise<ConsumerLag[]> {
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(TOPIC_PREFIX));
  const ends = new Map(
    await Promise.all(topics.map(async (topic) => [topic, await admin.fetchTopicOffsets(topic)] as const)),
  );
  const { groups } = await admin.listGroups();
  const lags = await Promise.all(
    groups.map(async ({ groupId: group }) => {
      const committed = await admin.fetchOffsets({ groupId: group, topics });
      // A group that committed nothing does not consume the topic.
      return committed
        .filter(({ partitions }) => partitions.some(({ offset }) => Number(offset) >= 0))
        .map(({ topic, partitions }) => {
          const offsets = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
          const lag = (ends.get(topic) ?? []).reduce((sum, { partition, high, low }) => {
            const offset = offsets.get(partition) ?? -1;
            return sum + Number(high) - Math.max(offset, Number(low));
          }, 0);
          return { group, topic, lag };
        });
    }),
  );
  return lags.flat();
}
