import { homeOf, userKindOf } from '../../platform/session/user.ts';
import { keepRedirectPath, takeRedirectPath } from './redirect-path.ts';
import type { Session } from './session.ts';

/** Stores the requested page until after sign-in (spec 000 §4, §6). */
export function storeRequestedPath(path: string): void {
  keepRedirectPath(/^\/client(\/|$)/i.test(path) ? 'client' : 'staff', path);
}

/** Returns the path to open after sign-in: the page requested before, or the user's start page. */
export function pathAfterSignIn(session: Pick<Session, 'actor'>): string {
  const { user } = session.actor.getSnapshot().context;
  return user ? (takeRedirectPath(userKindOf(user)) ?? homeOf(user.role)) : '/';
}
