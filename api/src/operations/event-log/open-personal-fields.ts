import type { RecordedEvent } from '@landline/event-schemas';
import { ERASED, sealedFieldsOf, subjectsOf } from '@landline/event-schemas/personal';
import { openPersonalData } from '@landline/runtime/crypto/personal-data';
import type { DatabasePool } from 'slonik';
import { readKeys } from '../../platform/commands/subject-keys.ts';
import type { LogEventDetail } from './contract.ts';

/** Replaces a personal field that the caller's role may not read. */
export const HIDDEN = '(hidden)';

/** Decrypts the personal fields of events in place, or hides them; returns the state of each field per event. */
export async function openPersonalFields(
  pool: DatabasePool,
  events: readonly RecordedEvent[],
  mayRead: boolean,
): Promise<LogEventDetail['personal'][]> {
  const keys = await readKeys(pool, subjectsOf(events));
  return events.map((event) => {
    const states = sealedFieldsOf(event).map(({ path, subject, replace }) => {
      const state = !keys.has(subject) ? 'erased' : mayRead ? 'shown' : 'hidden';
      if (state === 'erased') replace(ERASED);
      if (state === 'hidden') replace(HIDDEN);
      return { path, state } as const;
    });
    openPersonalData(event, keys);
    return states;
  });
}
