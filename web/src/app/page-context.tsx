import { lazy, Suspense, useMemo } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { useUser } from '../features/platform/session/context.ts';
import { clientOf } from '../features/platform/session/user.ts';
import { type PageInfo, PageInfoContext } from '../shared/ui/page-info.ts';
import { breadcrumbsOf } from './breadcrumbs.ts';
import type { PageHandle } from './guard.ts';
import { visitorOf } from './visitor.ts';

/** Loaded at the first impersonation. */
const ImpersonationBanner = lazy(
  () => import('../features/identity/impersonation/components/impersonation-banner.tsx'),
);

/** Provides the open page's title and breadcrumbs from the page table. */
export function PageContext() {
  const user = useUser();
  const isActing = user !== null && user.role !== 'ClientUser' && user.actingAs !== null;
  const { pathname, search } = useLocation();
  const match = useMatches().at(-1);
  const pageInfo = useMemo<PageInfo>(() => {
    // Only `withGuards` sets handles.
    const handle = match?.handle as PageHandle | undefined;
    if (!handle) return { title: '', trail: () => [] };
    const { row, rows } = handle;
    const request = { pathname, search, params: match?.params ?? {} };
    const knownNames = { clientId: clientOf(user)?.name };
    return {
      title: row.title,
      trail: (names) => breadcrumbsOf(row, rows, visitorOf(user), request, { ...knownNames, ...names }),
    };
  }, [match, pathname, search, user]);
  return (
    <PageInfoContext value={pageInfo}>
      {isActing && (
        <Suspense>
          <ImpersonationBanner />
        </Suspense>
      )}
      <Outlet />
    </PageInfoContext>
  );
}
