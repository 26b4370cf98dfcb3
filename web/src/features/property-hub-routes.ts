import type { DatasetType } from '@landline/event-schemas';
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { breakdownQuery } from './candidates/api/get-breakdown.ts';
import { candidateQuery } from './candidates/api/get-candidate.ts';
import { datasetQuery } from './datasets/api/get-dataset.ts';
import { datasetsQuery } from './datasets/api/list-datasets.ts';
import { importsQuery } from './imports/api/list-imports.ts';

/** Types that stand in an address; listed here so that the first chunk does not carry the schemas. */
const TYPES = ['city', 'zipcode', 'county', 'custom', 'ios'] as const satisfies readonly DatasetType[];

/** Zip code addresses take exactly five digits (spec 001 §2). */
function refuseBadZip(datasetKey: string): void {
  if (!/^\d{5}$/.test(datasetKey)) throw new Response(null, { status: 404 });
}

/** /propertyhub: datasets, their candidates, and the imports that filled them. Data is asked for while the page loads. */
export function propertyHubRoutes(queryClient: QueryClient): RouteObject {
  const listLoader: LoaderFunction = ({ params: { datasetKey = '' } }) => {
    void queryClient.prefetchQuery(datasetQuery(datasetKey));
    return null;
  };
  const detailLoader: LoaderFunction = ({ params: { datasetKey = '', candidateId = '' } }) => {
    void queryClient.prefetchQuery(datasetQuery(datasetKey));
    void queryClient.prefetchQuery(candidateQuery(candidateId));
    void queryClient.prefetchQuery(breakdownQuery(candidateId));
    return null;
  };
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
  return {
    path: '/propertyhub',
    children: [
      {
        index: true,
        loader: () => {
          void queryClient.prefetchQuery(datasetsQuery());
          void queryClient.prefetchQuery(importsQuery());
          return null;
        },
        lazy: () => import('./datasets/pages/hub-page.tsx'),
      },
      { path: 'imports/new', lazy: () => import('./imports/pages/new-import-page.tsx') },
      { path: 'imports/:importId', lazy: () => import('./imports/pages/import-page.tsx') },
      ...pages(''),
      ...TYPES.flatMap((type) => pages(`${type}/`, type === 'zipcode' ? zipOnly : undefined)),
    ],
  };
}
