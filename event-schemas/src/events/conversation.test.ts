import { expect, test } from 'vitest';
import { decodeEvent } from '../codec.ts';

test('an answer from before models wrote any is one that was quoted', () => {
  const data = { conversation_id: 'c1', client_id: 'acme', question_id: 'q1', text: 'At 7.' };
  const stored = { id: 'e1', type: 'QuestionAnswered', streamId: 'conversation-c1', revision: 1n, data };
  expect(decodeEvent({ ...stored, metadata: { schemaVersion: 1 } }, 5n)?.data).toEqual({
    ...data,
    model: null,
    input_tokens: null,
    output_tokens: null,
    cached: false,
  });
});
