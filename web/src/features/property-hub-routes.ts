import type { DatasetType } from '@landline/event-schemas';
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction, RouteObject } from 'react-router-dom';

/** Types that stand in an address; listed here so that the first chunk does not carry the schemas. */
const TYPES = ['city', 'zipcode', 'county', 'custom', 'ios'] as const satisfies readonly DatasetType[];

/** Zip code addresses take exactly five digits (spec 001 §2). */
function refuseBadZip(datasetKey: string): void {
  if (!/^\d{5}$/.test(datasetKey)) throw new Response(null, { status: 404 });
}

/** Where the hub is for a client's users, and for staff who look at it as theirs (spec 001 §2). */
const CLIENT_HUBS = ['/client/propertyhub', '/client/:clientId/propertyhub'];

/**
 * /propertyhub: datasets, their candidates, and the imports that filled them. Data is asked for while the page loads;
 * what asks for it is loaded with the first of these pages, not with the public ones.
 */
export function propertyHubRoutes(queryClient: () => Promise<QueryClient>): RouteObject[] {
  const asking =
    (page: 'hub' | 'clientHub' | 'list' | 'candidate'): LoaderFunction =>
    async ({ params, request }) => {
      const [client, { askFor }] = await Promise.all([queryClient(), import('./property-hub-data.ts')]);
      askFor[page](client, params, new URL(request.url));
      return null;
    };
  const listLoader = asking('list');
  const detailLoader = asking('candidate');
  const zipOnly =
    (loader: LoaderFunction): LoaderFunction =>
    (args, handler) => {
      refuseBadZip(args.params.datasetKey ?? '');
      return loader(args, handler);
    };
  const pages = (base: string, guard = (loader: LoaderFunction) => loader): RouteObject[] => [
    {
      path: `${base}:datasetKey`,
      loader: guard(listLoader),
      lazy: () => import('./candidates/pages/candidate-list-page.tsx'),
    },
    {
      path: `${base}:datasetKey/:candidateId`,
      loader: guard(detailLoader),
      lazy: () => import('./candidates/pages/candidate-page.tsx'),
    },
  ];
  const all = (hub: 'hub' | 'clientHub'): RouteObject[] => [
    {
      index: true,
      loader: asking(hub),
      lazy: () => import('./datasets/pages/hub-page.tsx'),
    },
    { path: 'compare', lazy: () => import('./candidates/pages/compare-page.tsx') },
    ...pages(''),
    ...TYPES.flatMap((type) => pages(`${type}/`, type === 'zipcode' ? zipOnly : undefined)),
  ];
  return [
    {
      path: '/propertyhub',
      children: [
        { path: 'model', lazy: () => import('./scoring/pages/model-page.tsx') },
        { path: 'environment', lazy: () => import('./environment/pages/environment-page.tsx') },
        { path: 'imports/new', lazy: () => import('./imports/pages/new-import-page.tsx') },
        { path: 'imports/:importId', lazy: () => import('./imports/pages/import-page.tsx') },
        ...all('hub'),
      ],
    },
    ...CLIENT_HUBS.map((path) => ({ path, children: all('clientHub') })),
  ];
}
