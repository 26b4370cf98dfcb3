import { type Actor, EVERYONE } from '@landline/event-schemas';

/**
 * Returns the scope whose classifications an actor reads and writes. Staff classifications train everyone's model.
 * Classifications by client users, or by staff impersonating them, train only the model of that client.
 */
export function scopeOf(actor: Actor): string {
  return actor.clientId ?? EVERYONE;
}

/** Returns the name of a scope: that of its client, or "Everyone". */
export const scopeName = (scope: string, clientName: string | null): string =>
  scope === EVERYONE ? 'Everyone' : (clientName ?? 'Unknown client');
