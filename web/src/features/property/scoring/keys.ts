import { liveKey } from '../../../shared/live/live-key.ts';

/** Runs name their clients and datasets. */
const newestRuns = liveKey(['scoring', 'runs'], 'clients', 'datasets');

export const scoringKeys = {
  all: liveKey(['scoring'], 'scores', 'scoring', 'runs'),
  newestRuns: () => newestRuns,
  rankChanges: (datasetKey: string, scope: string) => ['scoring', 'rank-changes', datasetKey, scope],
  model: (scope: string) => ['scoring', 'model', scope],
};
