import type { RecordedEvent } from '@landline/event-schemas';
import { ERASED, open, sealedFieldsOf, subjectsOf } from '@landline/event-schemas/personal';
import type { DatabasePool } from 'slonik';
import { keysOf } from '../commands/subject-keys.ts';
import type { LogEventDetail } from './contract.ts';

/** What those see in place of a personal field whose role does not include it. */
export const HIDDEN = '(hidden)';

/** Opens the personal fields of events, in place, for those who may read them; says of each what became of it. */
export async function makeReadable(
  pool: DatabasePool,
  events: readonly RecordedEvent[],
  mayRead: boolean,
): Promise<LogEventDetail['personal'][]> {
  const keys = await keysOf(pool, subjectsOf(events));
  return events.map((event) => {
    const states = sealedFieldsOf(event).map(({ path, subject, replace }) => {
      const state = !keys.has(subject) ? 'erased' : mayRead ? 'shown' : 'hidden';
      if (state === 'erased') replace(ERASED);
      if (state === 'hidden') replace(HIDDEN);
      return { path, state } as const;
    });
    open(event, keys);
    return states;
  });
}
