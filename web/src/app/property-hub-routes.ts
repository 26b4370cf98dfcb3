import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { pageRoute } from './page-route.ts';
import { DATASET_TYPES } from './pages.ts';

/** The hub's paths for client users, and for staff viewing as a client (spec 001 §2). */
const CLIENT_HUBS = ['/client/propertyhub', '/client/:clientId/propertyhub'];

/**
 * Routes of the property hub. A loader requests the page's data while its code loads; the first one also loads the code of
 * the queries.
 */
export function propertyHubRoutes(queryClient: () => Promise<QueryClient>): RouteObject[] {
  const prefetchLoader =
    (page: 'hub' | 'clientHub' | 'list' | 'candidate', isZipOnly = false): LoaderFunction =>
    async ({ params, request }) => {
      // A ZIP code in the URL has exactly five digits (spec 001 §2).
      if (isZipOnly && !/^\d{5}$/.test(params.datasetKey ?? '')) throw new Response(null, { status: 404 });
      const [client, { prefetch }] = await Promise.all([queryClient(), import('./prefetch-property-hub.ts')]);
      prefetch[page](client, params, new URL(request.url));
      return null;
    };
  const pages = (base: string, isZipOnly = false): RouteObject[] => [
    {
      path: `${base}:datasetKey`,
      loader: prefetchLoader('list', isZipOnly),
      lazy: () => import('../features/property/candidates/pages/candidate-list-page.tsx'),
    },
    {
      path: `${base}:datasetKey/:candidateId`,
      loader: prefetchLoader('candidate', isZipOnly),
      lazy: () => import('../features/property/candidates/pages/candidate-page.tsx'),
    },
  ];
  const hubRoutes = (hub: 'hub' | 'clientHub'): RouteObject[] => [
    {
      index: true,
      loader: prefetchLoader(hub),
      lazy: () => import('../features/property/datasets/pages/hub-page.tsx'),
    },
    pageRoute('compare', () => import('../features/property/candidates/pages/compare-page.tsx')),
    ...pages(''),
    ...DATASET_TYPES.flatMap((type) => pages(`${type}/`, type === 'zipcode')),
  ];
  return [
    {
      path: '/propertyhub',
      children: [
        pageRoute('model', () => import('../features/property/scoring/pages/model-page.tsx')),
        pageRoute('environment', () => import('../features/property/environment/pages/environment-page.tsx')),
        pageRoute('imports/new', () => import('../features/property/imports/pages/new-import-page.tsx')),
        pageRoute('imports/:importId', () => import('../features/property/imports/pages/import-page.tsx')),
        ...hubRoutes('hub'),
      ],
    },
    ...CLIENT_HUBS.map((path) => ({ path, children: hubRoutes('clientHub') })),
  ];
}
