import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_ENCODER } from './encoder-name.ts';
import { CROSS_ENCODER } from './load-cross-encoder.ts';
import { createLocalEmbedder } from './local-embedder.ts';

const TIMEOUT_MS = 60_000; // a busy machine is slow, not wrong
const cosine = (a?: Float32Array, b?: Float32Array) =>
  (a ?? new Float32Array()).reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

test.each([
  ['encoder', BUILT_IN_ENCODER, 'model.onnx'],
  ['encoder', BUILT_IN_ENCODER, 'tokenizer.json'],
  ['cross-encoder', CROSS_ENCODER, 'model.onnx'],
])('the %s is the file that its README names', async (_, folder, file) => {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const hash = createHash('sha256')
    .update(await readFile(join(folder, file)))
    .digest('hex');
  expect(readme).toContain(`${hash}  ${file}\n`);
});

test('encodes texts of similar meaning to similar vectors', async () => {
  const embedder = createLocalEmbedder({ folder: undefined, inBackground: false }, TIMEOUT_MS);
  const long = 'Dogs and other pets are welcome in every room of our hotel. '.repeat(100);
  const [question, answer, other, cut, empty] = await embedder.embed([
    'May I bring my dog?',
    'Pets are welcome in all rooms.',
    'The football match in Norway ended in a draw.',
    long,
    '',
  ]);
  expect(question).toHaveLength(384);
  expect(empty).toHaveLength(384);
  expect(cosine(question, question)).toBeCloseTo(1, 3);
  expect(cosine(question, answer)).toBeGreaterThan(cosine(question, other) + 0.2);
  expect(cosine(question, cut)).toBeGreaterThan(cosine(question, other) + 0.2);
});

test('reports that the model is loading when the first text takes too long', async () => {
  const embedder = createLocalEmbedder({ folder: undefined, inBackground: false }, 1);
  await expect(embedder.embed(['May I bring my dog?'])).rejects.toMatchObject({ reason: 'loading' });
});

test('tells a sentence that answers a question from others on its topic', async () => {
  const { scoreAnswers } = createLocalEmbedder({ folder: undefined, inBackground: false }, TIMEOUT_MS);
  const scores = await scoreAnswers?.('How long does the warranty last?', [
    'We stand behind every part for two years.',
    'The warranty covers parts and labor.',
    'The warranty is void if you open the case.',
  ]);
  const [answer = 0, ...others] = scores ?? [];
  expect(others).toHaveLength(2);
  expect(answer).toBeGreaterThan(Math.max(...others) + 1);
});

describe('the cross-encoder', () => {
  const { scoreAnswers } = createLocalEmbedder({ folder: undefined, inBackground: false }, TIMEOUT_MS);
  const question = 'Can I bring my dog?';
  const answer = 'May I bring my dog? Yes, you can bring your dog; dogs are welcome in every room.';
  const other = 'The warranty lasts two years.';

  test('stops reading after four sentences if one clearly answers', async () => {
    const scores = await scoreAnswers?.(question, [other, answer, other, other, other]);
    expect(scores).toHaveLength(4);
  });

  test('reads on until one clearly answers', async () => {
    const scores = await scoreAnswers?.(question, [other, other, other, other, other, answer, other]);
    expect(scores).toHaveLength(6);
    expect(scores?.at(-1)).toBe(Math.max(...(scores ?? [])));
  });

  test('limits how much it reads, but reads at least one sentence', async () => {
    const long = 'The warranty covers parts and labor for two years. '.repeat(100);
    const short = await scoreAnswers?.(
      question,
      Array.from({ length: 100 }, () => other),
    );
    const few = await scoreAnswers?.(
      question,
      Array.from({ length: 100 }, () => long),
    );
    expect(short?.length).toBeLessThan(50);
    expect(few?.length).toBeGreaterThan(0);
    expect(few?.length).toBeLessThan(short?.length ?? 0);
  });
});

test('compares a question with a sentence, and its words with the closest ones of the sentence', async () => {
  const { compare } = createLocalEmbedder({ folder: undefined, inBackground: false }, TIMEOUT_MS);
  const question = 'Are unvaccinated dogs allowed?';
  const match = await compare?.(question, 'Pets are welcome in all rooms.');
  const other = await compare?.(question, 'The match ended.');
  expect(match?.similarity).toBeGreaterThan((other?.similarity ?? 1) + 0.2);
  expect(match?.words.map(({ word }) => word)).toEqual(['are', 'unvaccinated', 'dogs', 'allowed']);
  const similarityOf = (questionWord: string) =>
    match?.words.find(({ word }) => word === questionWord)?.similarity ?? 0;
  expect(similarityOf('dogs')).toBeGreaterThan(similarityOf('unvaccinated') + 0.1);
  expect(similarityOf('dogs')).toBeLessThan(1);
});

test('compares contractions as one word and ignores pictographs', async () => {
  const { compare } = createLocalEmbedder({ folder: undefined, inBackground: false }, TIMEOUT_MS);
  const match = await compare?.("Why didn't the 🐶🏽 park? You won’t say 👍", 'Dogs may park.');
  const words = ['why', "didn't", 'the', 'park', 'you', 'won’t', 'say'];
  expect(match?.words.map(({ word }) => word)).toEqual(words);
});

test('rejects at the time limit and keeps the model loaded', async () => {
  const embedder = createLocalEmbedder({ folder: undefined, inBackground: true }, TIMEOUT_MS);
  await embedder.embed(['Parking']);
  const long = Array.from({ length: 100 }, () => 'Parking behind the house is free.');
  await expect(embedder.embed(long, AbortSignal.timeout(0))).rejects.toThrow('Model request failed');
  expect(await embedder.embed(['Parking'])).toHaveLength(1);
});

test('names a custom model after its folder and uses its configured pooling', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landline-encoder-'));
  try {
    for (const file of ['model.onnx', 'tokenizer.json', 'tokenizer_config.json'])
      await symlink(join(BUILT_IN_ENCODER, file), join(folder, file));
    await mkdir(join(folder, '1_Pooling'));
    await writeFile(join(folder, '1_Pooling', 'config.json'), '{"pooling_mode_cls_token":true}');
    const embedder = createLocalEmbedder({ folder, inBackground: false }, TIMEOUT_MS);
    expect(embedder.model).toMatch(/^landline-encoder-\w+-[0-9a-f]{12}-\d+$/);
    const [ofFirstToken] = await embedder.embed(['Parking fee']);
    await writeFile(join(folder, '1_Pooling', 'config.json'), '{"pooling_mode_cls_token":false}');
    expect(createLocalEmbedder({ folder, inBackground: false }, TIMEOUT_MS).model).not.toBe(embedder.model);
    const [average] = await createLocalEmbedder({ folder: undefined, inBackground: false }, TIMEOUT_MS).embed(
      ['Parking fee'],
    );
    expect(cosine(ofFirstToken, ofFirstToken)).toBeCloseTo(1, 5);
    expect(cosine(ofFirstToken, average)).toBeLessThan(0.95);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('loads the model again after a failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landline-encoder-'));
  try {
    for (const file of ['model.onnx', 'tokenizer_config.json'])
      await symlink(join(BUILT_IN_ENCODER, file), join(folder, file));
    const embedder = createLocalEmbedder({ folder, inBackground: false }, TIMEOUT_MS);
    await expect(embedder.embed(['Parking fee'])).rejects.toThrow('Model request failed');
    await symlink(join(BUILT_IN_ENCODER, 'tokenizer.json'), join(folder, 'tokenizer.json'));
    expect(await embedder.embed(['Parking fee'])).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
