import { liveKey } from '../../../shared/live/live-key.ts';

export const conversationKeys = {
  all: liveKey(['conversations'], 'conversations'),
  list: (clientId: string, query: Readonly<Record<string, unknown>>) => ['conversations', clientId, query],
  one: (clientId: string, id: string) => ['conversations', clientId, 'one', id],
  messages: (clientId: string, query: Readonly<Record<string, unknown>>) => [
    'conversations',
    clientId,
    'messages',
    query,
  ],
};
