import type { RecordedEvent } from '@landline/event-schemas';
import { ERASED, protectedFieldsOf, subjectsOf } from '@landline/event-schemas/personal';
import { openPersonalData } from '@landline/runtime/crypto/personal-data';
import type { DatabasePool } from 'slonik';
import { readKeys } from '../../platform/commands/subject-keys.ts';
import type { LogEventDetail } from './contract.ts';
import { unreadableEvent } from './decode-event.ts';

/** Shown in place of a personal field that the caller's role may not read. */
const HIDDEN = '(hidden)';

type FieldStates = LogEventDetail['personal'];

/**
 * Decrypts the personal fields of events in place, or replaces them with a hidden or erased marker. Returns the state of
 * each field, per event. Throws `UNREADABLE_EVENT`.
 */
export async function openPersonalFields(
  pool: DatabasePool,
  events: readonly RecordedEvent[],
  mayRead: boolean,
): Promise<FieldStates[]> {
  return events.map(await personalFieldOpener(pool, events, mayRead));
}

/** Reads the keys of events. Returns a function that does for one of them what `openPersonalFields` does for all. */
export async function personalFieldOpener(
  pool: DatabasePool,
  events: readonly RecordedEvent[],
  mayRead: boolean,
): Promise<(event: RecordedEvent) => FieldStates> {
  const keys = await readKeys(pool, subjectsOf(events));
  return (event) => {
    const states = protectedFieldsOf(event).map(({ path, subject, replace }) => {
      const state = !keys.has(subject) ? 'erased' : mayRead ? 'shown' : 'hidden';
      if (state === 'erased') replace(ERASED);
      if (state === 'hidden') replace(HIDDEN);
      return { path, state } as const;
    });
    try {
      openPersonalData(event, keys);
    } catch (error) {
      throw unreadableEvent('The personal data of this event cannot be decrypted.', error);
    }
    return states;
  };
}
