import { liveKey } from '../../../shared/live/live-key.ts';

export const goldenQuestionKeys = {
  all: liveKey(['golden-questions'], 'golden-questions'),
  of: (clientId: string) => ['golden-questions', clientId],
};
