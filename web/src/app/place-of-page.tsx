import { lazy, Suspense, useMemo } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { SessionContext, useStartedSession, useUser } from '../features/session/context.ts';
import { clientOf } from '../features/session/user.ts';
import { type Place, PlaceContext } from '../shared/ui/place.ts';
import type { PageHandle } from './guard.ts';
import { trailOf } from './trail.ts';
import { visitorOf } from './visitor.ts';

/** Comes with the first client that somebody acts as. */
const ImpersonationBanner = lazy(
  () => import('../features/impersonation/components/impersonation-banner.tsx'),
);

/** Tells the page that is open what the table of pages says about it. */
export function PlaceOfPage() {
  const session = useStartedSession();
  const user = useUser();
  const isActing = user !== null && user.role !== 'ClientUser' && user.actingAs !== null;
  const { pathname, search } = useLocation();
  const match = useMatches().at(-1);
  const place = useMemo<Place>(() => {
    // Handles are only ever given by `guarded`.
    const handle = match?.handle as PageHandle | undefined;
    if (!handle) return { title: '', trail: () => [] };
    const { row, rows } = handle;
    const request = { pathname, search, params: match?.params ?? {} };
    // A client's own name is always known.
    const known = { clientId: clientOf(user)?.name };
    return {
      title: row.title,
      trail: (names) => trailOf(row, rows, visitorOf(user), request, { ...known, ...names }),
    };
  }, [match, pathname, search, user]);
  return (
    <PlaceContext value={place}>
      <SessionContext value={session}>
        {session && isActing && (
          <Suspense>
            <ImpersonationBanner />
          </Suspense>
        )}
        <Outlet />
      </SessionContext>
    </PlaceContext>
  );
}
