import type { EventData } from '@landline/event-schemas';
import { clientAudience, increment, type Projector, patch, put } from '../projector.ts';
import { integer, nullable, table, text } from '../table.ts';

const visitor = table('visitor', {
  key: ['user_id'],
  columns: { user_id: text(), email: text(), visits: integer(), last_session: nullable(text()) },
});

/** Returns a small projector for tests that counts sessions per user; `reject` makes it fail for some sessions. */
export function visitorProjector(
  options: { version?: number; name?: string; reject?: (session: string) => boolean } = {},
): Projector {
  const { version = 1, name = 'visitors', reject = () => false } = options;
  return {
    name,
    version,
    tables: [visitor],
    on: {
      ClientUserCreated: ({ data: { user_id, email } }) =>
        put(visitor, { user_id, email, visits: 0, last_session: null }),
      ClientUserSignedIn: ({ data: { user_id, session_id } }) => {
        if (reject(session_id)) throw new Error(`Rejected: ${session_id}`);
        return [
          increment(visitor, { user_id }, { visits: version }),
          patch(visitor, { user_id }, { last_session: session_id }),
        ];
      },
    },
    audience: clientAudience,
  };
}

export const created = (user_id: string, client_id = 'client-1') => ({
  type: 'ClientUserCreated' as const,
  data: { user_id, client_id, email: `${user_id}@example.com`, first_name: 'Robin', last_name: 'Hill' },
});
export const visited = (user_id: string, session_id: string) => ({
  type: 'ClientUserSignedIn' as const,
  data: { user_id, session_id } satisfies EventData<'ClientUserSignedIn'>,
});
export const LIVE_VISITORS = `
  SELECT user_id, email, visits, last_session FROM read.visitor
  WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'visitors') ORDER BY user_id`;
