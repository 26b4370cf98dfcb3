import { createSecretKey } from 'node:crypto';
import { eventDefinitions } from '@landline/event-schemas';
import { subjectsOf } from '@landline/event-schemas/personal';
import { openPersonalData, type SubjectKeys } from '@landline/runtime/crypto/personal-data';
import pg from 'pg';
import { asError, type LogEvent } from './read-log.ts';

const UNDEFINED_TABLE = '42P01';

/**
 * Decrypts the personal fields of events in place, reading the keys in one query. A field without a key
 * reads `(erased)`; an event that cannot be decrypted is returned as unreadable.
 */
export async function decryptPersonalData(pool: pg.Pool, events: readonly LogEvent[]): Promise<LogEvent[]> {
  const subjects = new Set<string>();
  const readable = events.map((logEvent) => {
    if (!isPersonal(logEvent)) return logEvent;
    return markUnreadableOnError(logEvent, ({ event }) => {
      for (const subject of subjectsOf([event])) subjects.add(subject);
    });
  });
  if (subjects.size === 0) return readable;
  const keys = await readKeys(pool, [...subjects]);
  return readable.map((logEvent) =>
    isPersonal(logEvent)
      ? markUnreadableOnError(logEvent, ({ event }) => openPersonalData(event, keys))
      : logEvent,
  );
}

type Readable = LogEvent & { event: NonNullable<LogEvent['event']> };

const isPersonal = (logEvent: LogEvent): logEvent is Readable =>
  logEvent.event !== undefined && eventDefinitions[logEvent.event.type].personal.length > 0;

function markUnreadableOnError(logEvent: Readable, attempt: (logEvent: Readable) => void): LogEvent {
  try {
    attempt(logEvent);
    return logEvent;
  } catch (error) {
    const { position, stream, revision, type } = logEvent;
    return { position, stream, revision, type, unreadable: asError(error) };
  }
}

async function readKeys(pool: pg.Pool, subjects: readonly string[]): Promise<SubjectKeys> {
  try {
    const { rows } = await pool.query<{ subject: string; key: Buffer }>(
      'SELECT subject, key FROM api.subject_key WHERE subject = ANY($1)',
      [subjects],
    );
    return new Map(rows.map(({ subject, key }) => [subject, createSecretKey(key)]));
  } catch (error) {
    // The API creates this table before it encrypts its first event, so a missing table means that no keys exist.
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Map();
    throw error;
  }
}
