import { useQueries } from '@tanstack/react-query';
import { useClients } from '../../features/clients/clients/api/clients.ts';
import { displayDomain, websiteOf } from '../../features/clients/clients/display-domain.ts';
import { useUser } from '../../features/platform/session/context.ts';
import { clientOf } from '../../features/platform/session/user.ts';
import { searchCandidatesQuery } from '../../features/property/candidates/api/candidates.ts';
import { useDatasets } from '../../features/property/datasets/api/datasets.ts';
import { candidatePath, datasetPath } from '../../features/property/datasets/paths.ts';
import { matches } from './actions.ts';

interface SearchResult {
  label: string;
  detail: string;
  group: 'Clients' | 'Datasets' | 'Properties';
  to: string;
}

/** Maximum number of datasets whose properties are searched. */
const MAX_DATASETS = 4;
/** Maximum number of properties from each dataset. */
const MAX_PER_DATASET = 3;
/** Maximum number of results per group. */
const MAX_PER_GROUP = 6;
/** Minimum length of a property search, in characters; shorter searches match nearly everything. */
const MIN_SEARCH_LENGTH = 2;

interface Search {
  /** Only SuperAdmins and Admins can search clients and properties. */
  maySearch: boolean;
  results: SearchResult[];
  hasFailed: boolean;
}

/** Searches clients, datasets and properties. */
export function useSearchResults(query: string): Search {
  const user = useUser();
  const maySearch = (user?.role === 'SuperAdmin' || user?.role === 'Admin') && clientOf(user) === null;
  const clients = useClients(maySearch && query !== '');
  const datasets = useDatasets(maySearch && query !== '');
  const activeDatasets = (datasets.data ?? []).filter(({ status }) => status === 'active');
  const searchedDatasets =
    maySearch && query.length >= MIN_SEARCH_LENGTH ? activeDatasets.slice(0, MAX_DATASETS) : [];
  const properties = useQueries({
    queries: searchedDatasets.map(({ dataset_key }) =>
      searchCandidatesQuery({ datasetKey: dataset_key, search: query, limit: MAX_PER_DATASET }),
    ),
    combine: (results) => ({
      found: results.flatMap(({ data }) => data?.data ?? []),
      isError: results.some(({ isError }) => isError),
    }),
  });
  if (!maySearch || query === '') return { maySearch, results: [], hasFailed: false };
  const datasetOf = (key: string) => activeDatasets.find(({ dataset_key }) => dataset_key === key);
  const results = [
    ...(clients.data ?? [])
      .filter(({ name, primary_domain }) => matches(`${name} ${websiteOf(primary_domain) ?? ''}`, query))
      .slice(0, MAX_PER_GROUP)
      .map(
        ({ id, name, primary_domain }): SearchResult => ({
          label: name,
          detail: displayDomain(primary_domain),
          group: 'Clients',
          to: `/ai/client/${id}`,
        }),
      ),
    ...activeDatasets
      .filter(({ dataset_name }) => matches(dataset_name, query))
      .slice(0, MAX_PER_GROUP)
      .map(
        (dataset): SearchResult => ({
          label: dataset.dataset_name,
          detail: `${dataset.candidate_count.toLocaleString('en-US')} properties`,
          group: 'Datasets',
          to: datasetPath(dataset),
        }),
      ),
    ...properties.found.slice(0, MAX_PER_GROUP).flatMap((property): SearchResult[] => {
      const dataset = datasetOf(property.dataset_key);
      if (!dataset) return [];
      return [
        {
          label: property.street_address ?? `APN ${property.apn}`,
          detail: dataset.dataset_name,
          group: 'Properties',
          to: candidatePath(dataset, property.id),
        },
      ];
    }),
  ];
  return { maySearch, results, hasFailed: clients.isError || datasets.isError || properties.isError };
}
