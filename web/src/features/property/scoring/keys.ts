import { liveKey } from '../../../shared/live/live-key.ts';

export const scoringKeys = {
  all: liveKey(['scoring'], 'scores', 'scoring', 'runs'),
  newestRuns: () => ['scoring', 'runs'],
  rankChanges: (datasetKey: string, scope: string) => ['scoring', 'rank-changes', datasetKey, scope],
  model: (scope?: string) => ['scoring', 'model', scope ?? null],
};
