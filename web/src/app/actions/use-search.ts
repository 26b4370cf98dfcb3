import { useQueries } from '@tanstack/react-query';
import { useClients } from '../../features/clients/clients/api/clients.ts';
import { displayDomain } from '../../features/clients/clients/display-domain.ts';
import { useUser } from '../../features/platform/session/context.ts';
import { clientOf } from '../../features/platform/session/user.ts';
import { searchCandidatesQuery } from '../../features/property/candidates/api/candidates.ts';
import { useDatasets } from '../../features/property/datasets/api/datasets.ts';
import { candidatePath, datasetPath } from '../../features/property/datasets/paths.ts';
import { matches } from './actions.ts';

export interface SearchResult {
  label: string;
  detail: string;
  group: 'Clients' | 'Datasets' | 'Properties';
  to: string;
}

/** Limits of a search: datasets queried, and matches taken from each. */
const DATASETS = 4;
const OF_EACH = 3;
const SHOWN = 6;
/** Minimum length of a property address search, in characters; shorter texts match everything. */
const LEAST_TYPED = 2;

/** Searches clients, datasets and properties for staff who may see them. */
export function useSearchResults(typed: string): SearchResult[] {
  const user = useUser();
  const may = (user?.role === 'SuperAdmin' || user?.role === 'Admin') && clientOf(user) === null;
  const clients = useClients(may && typed !== '');
  const datasets = useDatasets(may && typed !== '');
  const open = (datasets.data ?? []).filter(({ status }) => status === 'active');
  const asked = may && typed.length >= LEAST_TYPED ? open.slice(0, DATASETS) : [];
  const properties = useQueries({
    queries: asked.map(({ dataset_key }) =>
      searchCandidatesQuery({ datasetKey: dataset_key, search: typed, limit: OF_EACH }),
    ),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  });
  if (!may || typed === '') return [];
  const datasetOf = (key: string) => open.find(({ dataset_key }) => dataset_key === key);
  return [
    ...(clients.data ?? [])
      .filter(({ name, primary_domain }) => matches(`${name} ${primary_domain ?? ''}`, typed))
      .slice(0, SHOWN)
      .map(
        ({ id, name, primary_domain }): SearchResult => ({
          label: name,
          detail: displayDomain(primary_domain),
          group: 'Clients',
          to: `/ai/client/${id}`,
        }),
      ),
    ...open
      .filter(({ dataset_name }) => matches(dataset_name, typed))
      .slice(0, SHOWN)
      .map(
        (dataset): SearchResult => ({
          label: dataset.dataset_name,
          detail: `${dataset.candidate_count.toLocaleString('en-US')} properties`,
          group: 'Datasets',
          to: datasetPath(dataset),
        }),
      ),
    ...properties.slice(0, SHOWN).flatMap((property): SearchResult[] => {
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
}
