import { type Actor, EVERYONE } from '@landline/event-schemas';

/**
 * Whose judgements an actor makes and sees: what staff classify trains everyone's model, what a client's user (or
 * staff impersonating that client) classifies trains only that client's (DESIGN §5).
 */
export function scopeOf(actor: Actor): string {
  return actor.clientId ?? EVERYONE;
}
