import { type Actor, SYSTEM } from '@landline/event-schemas';
import type { CommonQueryMethods } from 'slonik';
import { userNames } from '../../identity/users/directory.ts';

/** Returns the id of the person behind an actor, even while they impersonate another user. */
export const personOf = ({ id, impersonatedBy }: Actor): string => impersonatedBy ?? id;
const isStaff = ({ role, impersonatedBy }: Actor) => role !== 'ClientUser' || impersonatedBy !== undefined;

/** Returns a function from actor to display name; client users see staff as "Landline staff". */
export async function namesOf(
  db: CommonQueryMethods,
  actors: readonly Actor[],
  viewer: Actor,
): Promise<(actor: Actor) => string> {
  const ids = [...new Set(actors.map(personOf))];
  const names = await userNames(db, ids);
  return (actor) => {
    if (actor.id === SYSTEM.id) return 'Landline';
    if (viewer.role === 'ClientUser' && isStaff(actor)) return 'Landline staff';
    return names.get(personOf(actor)) ?? 'Unknown user';
  };
}
