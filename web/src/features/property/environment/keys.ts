import { liveKey } from '../../../shared/live/live-key.ts';

export const environmentKeys = {
  all: liveKey(['environment'], 'environment'),
  layers: () => ['environment', 'layers'],
  /** Not below `all`, because a preview shows a local file, which no event changes. */
  preview: (file: string, kind: string) => ['layer-preview', file, kind],
};
