import { liveKey } from '../../../shared/live/live-key.ts';

export const datasetKeys = {
  all: liveKey(['datasets'], 'datasets', 'scores', 'scoring', 'runs', 'grants'),
  list: (clientId?: string) => ['datasets', 'list', clientId ?? null],
  one: (datasetKey: string) => ['datasets', 'one', datasetKey],
  filterOptions: (datasetKey: string) => ['datasets', 'filter-options', datasetKey],
};
