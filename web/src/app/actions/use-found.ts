import { useQueries } from '@tanstack/react-query';
import { searchCandidatesQuery } from '../../features/candidates/api/search-candidates.ts';
import { useClients } from '../../features/clients/api/list-clients.ts';
import { shownDomain } from '../../features/clients/shown-domain.ts';
import { useDatasets } from '../../features/datasets/api/list-datasets.ts';
import { candidatePath, datasetPath, SECTIONS } from '../../features/datasets/paths.ts';
import { useUser } from '../../features/session/context.ts';
import { clientOf } from '../../features/session/user.ts';
import { matches } from './actions.ts';

export interface Found {
  label: string;
  detail: string;
  group: 'Clients' | 'Datasets' | 'Properties';
  to: string;
}

/** A search asks so many datasets at most, and takes so much of each. */
const DATASETS = 4;
const OF_EACH = 3;
const SHOWN = 6;
/** Shorter than this, an address fits everything. */
const LEAST_TYPED = 2;

/** Clients, datasets and properties that fit what was typed, for staff who may see them. */
export function useFound(typed: string): Found[] {
  const user = useUser();
  const may = (user?.role === 'SuperAdmin' || user?.role === 'Admin') && clientOf(user) === null;
  const clients = useClients(may && typed !== '');
  const datasets = useDatasets(may && typed !== '');
  const open = SECTIONS.flatMap(({ type }) => datasets.data?.[type] ?? []).filter(
    ({ status }) => status === 'active',
  );
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
        ({ id, name, primary_domain }): Found => ({
          label: name,
          detail: shownDomain(primary_domain),
          group: 'Clients',
          to: `/ai/client/${id}`,
        }),
      ),
    ...open
      .filter(({ dataset_name }) => matches(dataset_name, typed))
      .slice(0, SHOWN)
      .map(
        (dataset): Found => ({
          label: dataset.dataset_name,
          detail: `${dataset.candidate_count.toLocaleString('en-US')} properties`,
          group: 'Datasets',
          to: datasetPath(dataset),
        }),
      ),
    ...properties.slice(0, SHOWN).flatMap((property): Found[] => {
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
