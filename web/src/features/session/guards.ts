import { keepRedirectPath, takeRedirectPath } from './redirect-path.ts';
import type { Session } from './session.ts';
import { doorOf, homeOf } from './user.ts';

/** Keeps the page that somebody asked for until they have signed in (spec 000 §4, §6). */
export function rememberWantedPath(path: string): void {
  keepRedirectPath(/^\/client(\/|$)/i.test(path) ? 'client' : 'staff', path);
}

/** Where to go right after signing in. */
export function afterSignIn(session: Pick<Session, 'actor'>): string {
  const { user } = session.actor.getSnapshot().context;
  return user ? (takeRedirectPath(doorOf(user)) ?? homeOf(user.role)) : '/';
}
