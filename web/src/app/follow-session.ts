import type { createBrowserRouter } from 'react-router-dom';
import type { SessionEndReason } from '../features/identity/sessions/deadline.ts';
import type { Session } from '../features/identity/sessions/session.ts';
import { pathAfterSignIn, storeRequestedPath } from '../features/identity/sessions/sign-in-redirect.ts';
import { clientOf, type User } from '../features/platform/session/user.ts';
import { needsNoSession } from './open-pages.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'navigate' | 'revalidate' | 'state'>;

/** Redirect for each way a session ends, for staff and clients alike (spec 000 §2). */
const SESSION_END_REDIRECTS: Record<SessionEndReason, string> = {
  'signed-out': '/login?action=logout',
  'sign-out-failed': '/login?action=logout&error=true',
  inactive: '/login?timeout=true',
  expired: '/login?timeout=true',
};

/** Drops cached data. `isOtherIdentity` is false if the same user sees the same client with other rights. */
type Forget = (isOtherIdentity: boolean) => void;

/** Navigates when the session changes. `forget` is called when the user, the client or the rights change. */
export function followSession(router: Router, session: Pick<Session, 'actor'>, forget: Forget): void {
  let user: User | null = null;
  let signingIn = false;
  session.actor.subscribe((snapshot) => {
    const { ending, endedPassively } = snapshot.context;
    if (snapshot.hasTag('signed-in')) {
      const current = snapshot.context.user;
      if (signingIn) {
        forget(true);
        void router.navigate(pathAfterSignIn(session), { replace: true });
      } else if (user && current && rightsOf(user) !== rightsOf(current)) {
        // Another user or changed rights: the guards must decide again.
        forget(identityOf(user) !== identityOf(current));
        const to = needsNoSession(router.state.location.pathname) ? null : portalAfter(user, current);
        void (to ? router.navigate(to) : router.revalidate());
      }
      user = current;
    } else if (user && snapshot.matches('unauthenticated')) {
      user = null;
      forget(true);
      if (ending === null) void router.revalidate();
      else if (!endedPassively || !needsNoSession(router.state.location.pathname)) {
        if (ending === 'inactive' || ending === 'expired') {
          const { pathname, search } = router.state.location;
          storeRequestedPath(pathname + search);
        }
        void router.navigate(SESSION_END_REDIRECTS[ending]);
      }
    }
    signingIn = snapshot.hasTag('signing-in');
  });
}

/** Returns the portal to open when a SuperAdmin starts or stops acting as a client (spec 000 §2, §4). */
function portalAfter(before: User, current: User): string | null {
  const [clientBefore, clientNow] = [clientOf(before)?.id, clientOf(current)?.id];
  if (clientBefore === clientNow || before.role !== 'SuperAdmin' || current.role !== 'SuperAdmin')
    return null;
  return clientNow === undefined ? '/SuperAdminPortal?tab=client-management' : '/client/portal';
}

/** Identifies a user and the client whose data they see. */
const identityOf = (user: User) => JSON.stringify([user.userId, clientOf(user)?.id]);

/** Returns the user's rights as one comparable string. */
const rightsOf = (user: User) =>
  JSON.stringify([user.userId, user.role, user.role === 'ClientUser' ? user.client : user.actingAs]);
