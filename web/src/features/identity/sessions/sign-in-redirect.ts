import { homeOf, userKindOf } from '../../platform/session/user.ts';
import { keepRedirectPath, takeRedirectPath } from './redirect-path.ts';
import type { Session } from './session.ts';

/** Stores the requested page until after sign-in (spec 000 §4, §6). */
export function storeRequestedPath(path: string): void {
  keepRedirectPath(/^\/client(\/|$)/i.test(path) ? 'client' : 'staff', path);
}

/** Returns the page to open after sign-in. */
export function afterSignIn(session: Pick<Session, 'actor'>): string {
  const { user } = session.actor.getSnapshot().context;
  return user ? (takeRedirectPath(userKindOf(user)) ?? homeOf(user.role)) : '/';
}
