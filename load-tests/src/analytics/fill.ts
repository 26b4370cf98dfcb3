import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '@landline/infra/postgres/postgres';
import { copyIntoLog, type PlacedEvent } from '../log/copy.ts';
import { keepKeys } from '../projections/log.ts';
import type { Conversation } from './conversations.ts';

const KEYS_AT_ONCE = 5_000;

/**
 * Puts conversations straight into the log of an installation that does not run, and the keys of what is said in them.
 * Resolves with the position of the last event.
 */
export async function fillWith(dataDir: string, conversations: Iterable<Conversation>): Promise<number> {
  const home = path.join(dataDir, 'postgres');
  const postgres = await startPostgres({ dataDir: home });
  try {
    const subjects: string[] = [];
    const last = await copyIntoLog(postgres.url('eventstore'), eventsOf(conversations, subjects));
    for (let at = 0; at < subjects.length; at += KEYS_AT_ONCE)
      await keepKeys(postgres.url('landline'), subjects.slice(at, at + KEYS_AT_ONCE));
    return last;
  } finally {
    await postgres.stop('fast');
    await rm(path.join(home, 'owner.json')); // that is us, who go on
  }
}

function* eventsOf(conversations: Iterable<Conversation>, subjects: string[]): Generator<PlacedEvent> {
  for (const { subject, events } of conversations) {
    subjects.push(subject);
    yield* events;
  }
}
