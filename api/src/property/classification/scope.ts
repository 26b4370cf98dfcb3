import { type Actor, EVERYONE } from '@landline/event-schemas';

/**
 * Returns the scope whose classifications an actor reads and writes. Staff classifications train everyone's model.
 * Classifications by client users, or by staff impersonating them, train only the model of that client.
 */
export function scopeOf(actor: Actor): string {
  return actor.clientId ?? EVERYONE;
}
