import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { outdatedConversations } from './outdated-conversations.ts';

const given = specification(outdatedConversations);
const run = { client_id: 'c1', run_id: 'r1', days: 30 };
const firstBatch = ['conversation:a', 'conversation:b', 'leftMessage:a', 'contentRequest:a'];
const found = (subjects: string[], conversations: number, left_messages: number) =>
  ({ type: 'OutdatedConversationsFound', data: { ...run, subjects, conversations, left_messages } }) as const;
const erased = {
  type: 'OutdatedConversationsErased',
  data: { ...run, conversations: 3, left_messages: 1 },
} as const;

test('keeps the run id and adds up the counts when a run restarts', () => {
  given()
    .when({ type: 'find', ...run, subjects: firstBatch })
    .then(found(firstBatch, 2, 1));
  given(found(firstBatch, 2, 1))
    .when({ type: 'find', ...run, run_id: 'r2', subjects: ['conversation:c'] })
    .then(found(['conversation:c'], 3, 1));
});
test('finishes once, then allows another run', () => {
  given(found(firstBatch, 2, 1), found(['conversation:c'], 3, 1))
    .when({ type: 'finish' })
    .then(erased);
  given(found(firstBatch, 2, 1), erased)
    .when({ type: 'finish' })
    .thenNothing();
  given(found(firstBatch, 2, 1), erased)
    .when({ type: 'find', ...run, subjects: firstBatch })
    .then(found(firstBatch, 2, 1));
});
