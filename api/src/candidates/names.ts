import { type Actor, SYSTEM } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';

const person = z.object({ user_id: z.string(), name: z.string() });
/** Who really did it: whoever acts as a client's user is the one who acts. */
const personOf = ({ id, impersonatedBy }: Actor) => impersonatedBy ?? id;
const isStaff = ({ role, impersonatedBy }: Actor) => role !== 'ClientUser' || impersonatedBy !== undefined;

/** What these actors are called towards a viewer: by name as far as it is known; to a client, staff have none. */
export async function namesOf(
  db: CommonQueryMethods,
  actors: readonly Actor[],
  viewer: Actor,
): Promise<(actor: Actor) => string> {
  const ids = [...new Set(actors.map(personOf))];
  const people =
    ids.length === 0
      ? []
      : await db.any(sql.type(person)`
          SELECT user_id, first_name || ' ' || last_name AS name FROM read.staff_user
          WHERE generation = ${liveGeneration('staff')} AND user_id = ANY(${sql.array(ids, 'text')})
          UNION ALL
          SELECT user_id, first_name || ' ' || last_name FROM read.client_user
          WHERE generation = ${liveGeneration('clients')} AND user_id = ANY(${sql.array(ids, 'text')})
        `);
  const names = new Map(people.map(({ user_id, name }) => [user_id, name]));
  return (actor) => {
    if (actor.id === SYSTEM.id) return 'Landline';
    if (viewer.role === 'ClientUser' && isStaff(actor)) return 'Landline staff';
    return names.get(personOf(actor)) ?? 'Somebody';
  };
}
