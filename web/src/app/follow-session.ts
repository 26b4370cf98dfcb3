import type { createBrowserRouter } from 'react-router-dom';
import type { Ending } from '../features/session/deadline.ts';
import { afterSignIn } from '../features/session/guards.ts';
import type { Session } from '../features/session/session.ts';
import { clientOf, type User } from '../features/session/user.ts';
import { isOpen } from './open-pages.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'navigate' | 'revalidate' | 'state'>;

/** Where the end of a session leads, whoever's it was (spec 000 §2). */
const FAREWELLS: Record<Ending, string> = {
  'signed-out': '/login?action=logout',
  'sign-out-failed': '/login?action=logout&error=true',
  inactive: '/login?timeout=true',
  expired: '/login?timeout=true',
};

/** Where the session goes, the router follows. `forget` drops what was read as the one who has gone. */
export function followSession(router: Router, session: Pick<Session, 'actor'>, forget: () => void): void {
  let user: User | null = null;
  let signingIn = false;
  session.actor.subscribe((snapshot) => {
    const { ending, leftAlone } = snapshot.context;
    if (snapshot.hasTag('signed-in')) {
      const now = snapshot.context.user;
      if (signingIn) {
        forget();
        void router.navigate(afterSignIn(session), { replace: true });
      } else if (user && now && viewOf(user) !== viewOf(now)) {
        // Somebody else, or the same person with other rights: the guards decide again.
        forget();
        const to = isOpen(router.state.location.pathname) ? null : portalAfter(user, now);
        void (to ? router.navigate(to) : router.revalidate());
      }
      user = now;
    } else if (user && snapshot.matches('unauthenticated')) {
      user = null;
      forget();
      if (ending === null) void router.revalidate();
      else if (!leftAlone || !isOpen(router.state.location.pathname)) {
        void router.navigate(FAREWELLS[ending]);
      }
    }
    signingIn = snapshot.hasTag('signing-in');
  });
}

/** Where a SuperAdmin goes who began to act as a client, or stopped (spec 000 §2, §4). */
function portalAfter(before: User, now: User): string | null {
  const [was, is] = [clientOf(before)?.id, clientOf(now)?.id];
  if (was === is || before.role !== 'SuperAdmin' || now.role !== 'SuperAdmin') return null;
  return is === undefined ? '/SuperAdminPortal?tab=client-management' : '/client/portal';
}

/** What somebody may see, as one text. */
const viewOf = (user: User) =>
  JSON.stringify([user.userId, user.role, user.role === 'ClientUser' ? user.client : user.actingAs]);
