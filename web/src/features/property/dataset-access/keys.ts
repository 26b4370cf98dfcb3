import { liveKey } from '../../../shared/live/live-key.ts';

export const datasetAccessKeys = {
  all: liveKey(['dataset-access'], 'grants', 'datasets'),
  cities: () => ['dataset-access', 'cities'],
  of: (clientId: string) => ['dataset-access', 'of', clientId],
};
