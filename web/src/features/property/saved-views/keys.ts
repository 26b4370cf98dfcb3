import { liveKey } from '../../../shared/live/live-key.ts';

export const savedViewKeys = {
  all: liveKey(['saved-views'], 'views'),
  of: (datasetKey: string) => ['saved-views', datasetKey],
};
