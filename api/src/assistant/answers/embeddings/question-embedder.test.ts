import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { ModelError } from '../model/model-server.ts';
import type { Embedder } from './contract.ts';
import { createQuestionEmbedder } from './question-embedder.ts';

const { signal } = new AbortController();
const log = pino({ level: 'silent' });

test('stops scoring sentences after three failures although comparisons succeed', async () => {
  const scoreAnswers = vi.fn(async () => {
    throw new ModelError('timeout');
  });
  const embedder: Embedder = {
    model: 'test',
    isCalibrated: true,
    embed: async () => [],
    scoreAnswers,
    compare: async () => ({ similarity: 1, words: [] }),
  };
  const reader = createQuestionEmbedder(embedder, log).createSentenceReader(signal);
  for (let times = 0; times < 10; times++) {
    await reader.scoreAnswers('When?', ['At nine.']);
    expect(await reader.compare('When?', 'At nine.')).toBeDefined();
  }
  expect(scoreAnswers).toHaveBeenCalledTimes(3);
});

test('keeps asking while the model loads', async () => {
  let isLoaded = false;
  const embedder: Embedder = {
    model: 'test',
    isCalibrated: true,
    embed: async () => {
      if (!isLoaded) throw new ModelError('loading');
      return [new Float32Array([1])];
    },
  };
  const { embed } = createQuestionEmbedder(embedder, log);
  for (let times = 0; times < 10; times++) expect(await embed('When?', signal)).toBeUndefined();
  isLoaded = true;
  expect(await embed('When?', signal)).toEqual(new Float32Array([1]));
});

test('asks again for a fact whose request failed, but not for a rejected one', async () => {
  const embedFactsWith = (status: number) =>
    createQuestionEmbedder(
      {
        model: 'test',
        isCalibrated: false,
        embed: async () => {
          throw new ModelError('status', status);
        },
      },
      log,
    ).embedFacts(['Open daily.']);
  for (const status of [409, 424, 425, 429, 500]) expect(await embedFactsWith(status)).toEqual(new Map());
  for (const status of [400, 413, 422])
    expect(await embedFactsWith(status)).toEqual(new Map([['Open daily.', null]]));
});
