import type { createBrowserRouter } from 'react-router-dom';
import type { SessionEndReason } from '../features/identity/sessions/deadline.ts';
import type { Session } from '../features/identity/sessions/session.ts';
import { pathAfterSignIn, storeRequestedPath } from '../features/identity/sessions/sign-in-redirect.ts';
import { clientOf, LOGIN_PATHS, type User } from '../features/platform/session/user.ts';
import { needsNoSession } from './open-pages.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'navigate' | 'revalidate' | 'state'>;

/** Redirect for each way a session ends, for staff and clients alike (spec 000 §2). */
const SESSION_END_REDIRECTS: Record<SessionEndReason, string> = {
  'signed-out': '/login?action=logout',
  'sign-out-failed': '/login?action=logout&error=true',
  inactive: '/login?timeout=true',
  expired: '/login?timeout=true',
};

/** Clears cached data. `isOtherIdentity` is false if only the permissions changed: same user, same client. */
type ClearCache = (isOtherIdentity: boolean) => void;

/** Navigates when the session changes. Calls `clearCache` when the user, the client or the permissions change. */
export function followSession(router: Router, session: Pick<Session, 'actor'>, clearCache: ClearCache): void {
  /** Opens a page, and only then clears the cache: without cached data, the page being left would request it as another user. */
  const leaveFor = async (to: string) => {
    await router.navigate(to);
    clearCache(true);
  };
  let user: User | null = null;
  let signingIn = false;
  let wasSignedOut = session.actor.getSnapshot().matches('unauthenticated');
  session.actor.subscribe((snapshot) => {
    const { ending, endedPassively } = snapshot.context;
    if (snapshot.hasTag('signed-in')) {
      const current = snapshot.context.user;
      // The login page may still be loading.
      const { pathname } = router.state.navigation.location ?? router.state.location;
      if (signingIn || (wasSignedOut && isSignInPage(pathname))) {
        clearCache(true);
        void router.navigate(pathAfterSignIn(session), { replace: true });
      } else if (user && current && permissionsOf(user) !== permissionsOf(current)) {
        const to = needsNoSession(router.state.location.pathname) ? null : portalAfter(user, current);
        if (to) void leaveFor(to);
        else {
          // Another user or changed permissions: the guards must decide again.
          clearCache(identityOf(user) !== identityOf(current));
          void router.revalidate();
        }
      }
      user = current;
      wasSignedOut = false;
    } else if (user && snapshot.matches('unauthenticated')) {
      user = null;
      if (ending !== null && (!endedPassively || !needsNoSession(router.state.location.pathname))) {
        if (ending === 'inactive' || ending === 'expired') {
          const { pathname, search } = router.state.location;
          storeRequestedPath(pathname + search);
        }
        void leaveFor(SESSION_END_REDIRECTS[ending]);
      } else {
        clearCache(true);
        if (ending === null) void router.revalidate();
      }
    }
    signingIn = snapshot.hasTag('signing-in');
    wasSignedOut ||= snapshot.matches('unauthenticated');
  });
}

const isSignInPage = (pathname: string) =>
  Object.values(LOGIN_PATHS).includes(pathname.toLowerCase().replace(/\/+$/, ''));

/** Returns the portal to open when a SuperAdmin starts or stops acting as a client (spec 000 §2, §4). */
function portalAfter(before: User, current: User): string | null {
  const [clientBefore, clientNow] = [clientOf(before)?.id, clientOf(current)?.id];
  if (clientBefore === clientNow || before.role !== 'SuperAdmin' || current.role !== 'SuperAdmin')
    return null;
  return clientNow === undefined ? '/SuperAdminPortal?tab=client-management' : '/client/portal';
}

/** Identifies a user and the client whose data they see. */
const identityOf = (user: User) => JSON.stringify([user.userId, clientOf(user)?.id]);

/** Returns the user's permissions as one comparable string. */
const permissionsOf = (user: User) => JSON.stringify([user.userId, user.role, clientOf(user)]);
