import { type Actor, EVERYONE } from '@landline/event-schemas';

/**
 * Returns the scope whose classifications an actor reads and writes. Staff classifications train everyone's model; those of
 * client users, or of staff impersonating them, train only that client's.
 */
export function scopeOf(actor: Actor): string {
  return actor.clientId ?? EVERYONE;
}
