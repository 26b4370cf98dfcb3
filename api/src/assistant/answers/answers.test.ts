import { pino } from 'pino';
import type { DatabasePool } from 'slonik';
import { expect, test, vi } from 'vitest';
import { createAnswers } from './answers.ts';
import type { Embedder } from './embeddings/contract.ts';
import { ModelError } from './model/model-server.ts';

const AT = '2027-05-03T10:00:00.000Z';
const prompt = {
  id: 'prices',
  client_id: 'harbor',
  prompt_type: 'product_info' as const,
  prompt_content: '- The blue boat permit costs $20.\n- The harbor is open all year.',
  page_url: null,
  review_since: null,
  created_at: AT,
  updated_at: AT,
};
const pool = {
  one: async () => ({ version: 0n, prompts: '' }),
  any: async () => [],
} as unknown as DatabasePool;

const calibrated = {
  model: 'test',
  isCalibrated: true,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  scoreAnswers: async (_, sentences) => sentences.map(() => 5),
  compare: async () => ({ similarity: 1, words: [] }),
} satisfies Embedder;

async function areCached(embedder: Embedder, questions: readonly string[]) {
  const answers = createAnswers({
    pool,
    log: pino({ level: 'silent' }),
    model: undefined,
    embedder,
    prompts: [prompt],
  });
  const { signal } = new AbortController();
  const cached: (boolean | undefined)[] = [];
  for (const question of questions) {
    const parts = await Array.fromAsync(
      answers.answer({ clientId: 'harbor', question, history: [], signal }),
    );
    cached.push(parts.flatMap((part) => (part.type === 'done' ? part.origin.cached : []))[0]);
  }
  return cached;
}

test.each(['scoreAnswers', 'compare'] as const)('does not cache an answer if %s fails', async (operation) => {
  const question = 'How much is the blue boat permit?';
  const failsOnce = vi.fn().mockImplementation(calibrated[operation]);
  failsOnce.mockRejectedValueOnce(new ModelError('timeout'));
  const embedder = { ...calibrated, [operation]: failsOnce };
  expect(await areCached(embedder, [question, question, question])).toEqual([false, false, true]);
});
