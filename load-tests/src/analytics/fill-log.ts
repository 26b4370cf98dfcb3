import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '@landline/infra/postgres/postgres';
import { copyIntoLog, type PlacedEvent } from '../log/copy.ts';
import { insertKeys } from '../projections/log.ts';
import type { Conversation } from './conversations.ts';

const KEYS_AT_ONCE = 5_000;

/**
 * Copies conversations into the event log of a stopped installation and stores the encryption keys of their
 * texts. Returns the commit position of the last event.
 */
export async function copyConversations(
  dataDir: string,
  conversations: Iterable<Conversation>,
): Promise<number> {
  const postgresDir = path.join(dataDir, 'postgres');
  const postgres = await startPostgres({ dataDir: postgresDir });
  try {
    const subjects: string[] = [];
    const lastPosition = await copyIntoLog(postgres.url('eventstore'), eventsOf(conversations, subjects));
    for (let start = 0; start < subjects.length; start += KEYS_AT_ONCE)
      await insertKeys(postgres.url('landline'), subjects.slice(start, start + KEYS_AT_ONCE));
    return lastPosition;
  } finally {
    await postgres.stop('fast');
    // The file names this process as the owner; while it runs, no other process could start the cluster.
    await rm(path.join(postgresDir, 'owner.json'));
  }
}

function* eventsOf(conversations: Iterable<Conversation>, subjects: string[]): Generator<PlacedEvent> {
  for (const { subject, events } of conversations) {
    subjects.push(subject);
    yield* events;
  }
}
