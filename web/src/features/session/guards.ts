import { type LoaderFunction, redirect } from 'react-router-dom';
import type { Session } from './session.ts';
import { homeOf } from './user.ts';

const WANTED = 'landline.wanted';

/** The page that somebody asked for before signing in, once. */
function takeWantedPath(): string | null {
  const wanted = sessionStorage.getItem(WANTED);
  sessionStorage.removeItem(WANTED);
  return wanted;
}

/** Keeps the page that somebody asked for until they have signed in. */
export function rememberWantedPath(path: string): void {
  sessionStorage.setItem(WANTED, path);
}

/** Where to go right after signing in. */
export function afterSignIn(session: Session): string {
  const { user } = session.actor.getSnapshot().context;
  return takeWantedPath() ?? (user ? homeOf(user.role) : '/');
}

/** `/`: home when signed in, the login page otherwise. */
export function toHome(session: Session): LoaderFunction {
  return async () => {
    const user = await session.user();
    return redirect(user ? homeOf(user.role) : '/login');
  };
}
