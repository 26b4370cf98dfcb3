import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { modelUsage, modelUsages } from './model-usage.ts';

const { given } = projectorSpec(modelUsages);

let questions = 0;
function answered(writing: object, at = '2026-03-01T09:00:00.000Z') {
  return recorded(
    'QuestionAnswered',
    {
      conversation_id: 'c1',
      client_id: 'acme',
      question_id: `q${++questions}`,
      text: 'At 7 am.',
      citations: [],
      confidence: 0.9,
      answered: true,
      stopped: false,
      first_token_ms: 10,
      duration_ms: 100,
      model: null,
      input_tokens: null,
      output_tokens: null,
      cached: false,
      ...writing,
    },
    { at },
  );
}
const model = { model: 'gpt', input_tokens: 700, output_tokens: 50 };

test('adds up tokens by day and model, and counts a cached answer as saved', async () => {
  const rows = await given(
    answered({}),
    answered(model),
    answered(model),
    answered({ ...model, cached: true, duration_ms: 4 }),
    answered(model, '2026-03-02T00:00:00.000Z'),
  );
  const nothing = {
    input_tokens: 0,
    output_tokens: 0,
    cached_answers: 0,
    cached_milliseconds: 0,
    saved_input_tokens: 0,
    saved_output_tokens: 0,
  };
  expect(await rows(modelUsage)).toEqual([
    { ...nothing, day: '2026-03-01', model: '', answers: 1, milliseconds: 100 },
    {
      day: '2026-03-01',
      model: 'gpt',
      answers: 3,
      milliseconds: 204,
      input_tokens: 1400,
      output_tokens: 100,
      cached_answers: 1,
      cached_milliseconds: 4,
      saved_input_tokens: 700,
      saved_output_tokens: 50,
    },
    {
      ...nothing,
      day: '2026-03-02',
      model: 'gpt',
      answers: 1,
      milliseconds: 100,
      input_tokens: 700,
      output_tokens: 50,
    },
  ]);
});
