import type { StaffRole } from '@landline/event-schemas';
import { type LoaderFunction, type MiddlewareFunction, redirect } from 'react-router-dom';
import type { Session } from './session.ts';
import { homeOf } from './user.ts';

const WANTED = 'landline.wanted';

/** The page that somebody asked for before signing in, once. */
function takeWantedPath(): string | null {
  const wanted = sessionStorage.getItem(WANTED);
  sessionStorage.removeItem(WANTED);
  return wanted;
}

/** Lets these roles in; others go to /Unauthorized, and to /login, remembering the path, who is not signed in. */
export function requireRole(session: Session, roles: readonly StaffRole[]): MiddlewareFunction {
  return async ({ request }) => {
    const user = await session.user();
    if (!user) {
      const { pathname, search } = new URL(request.url);
      sessionStorage.setItem(WANTED, pathname + search);
      throw redirect('/login');
    }
    if (!roles.includes(user.role)) throw redirect('/Unauthorized');
  };
}

/** Where to go right after signing in. */
export function afterSignIn(session: Session): string {
  const { user } = session.actor.getSnapshot().context;
  return takeWantedPath() ?? (user ? homeOf(user.role) : '/');
}

/** Keeps who is signed in already from the login page, unless they come from a logout or chose to sign in. */
export function skipWhenSignedIn(session: Session): LoaderFunction {
  return async ({ request }) => {
    const search = new URL(request.url).searchParams;
    if (search.get('action') === 'logout' || search.get('from') === 'selection') return null;
    const user = await session.user();
    return user ? redirect(homeOf(user.role)) : null;
  };
}

/** `/`: home when signed in, the login page otherwise. */
export function toHome(session: Session): LoaderFunction {
  return async () => {
    const user = await session.user();
    return redirect(user ? homeOf(user.role) : '/login');
  };
}
