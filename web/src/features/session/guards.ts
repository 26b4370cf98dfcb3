import { type LoaderFunction, redirect } from 'react-router-dom';
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

/** `/`: home when signed in, the login page otherwise. */
export function toHome(session: Pick<Session, 'user'>): LoaderFunction {
  return async () => {
    const user = await session.user();
    return redirect(user ? homeOf(user.role) : '/login');
  };
}
