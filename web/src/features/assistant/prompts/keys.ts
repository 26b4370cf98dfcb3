import { liveKey } from '../../../shared/live/live-key.ts';

export const promptKeys = {
  all: liveKey(['prompts'], 'prompts'),
  of: (clientId: string) => ['prompts', clientId],
  approved: (clientId: string) => ['prompts', clientId, 'approved'],
  versions: (clientId: string, id: string) => ['prompts', clientId, 'approved', id],
};
