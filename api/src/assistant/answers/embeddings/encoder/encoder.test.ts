import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalEmbedder } from './local-embedder.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { WordPieces } from './word-pieces.ts';

const TIMEOUT_MS = 20_000;
const cosine = (a?: Float32Array, b?: Float32Array) =>
  (a ?? new Float32Array()).reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

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
  expect(question).toHaveLength(512);
  expect(empty).toHaveLength(512);
  expect(cosine(question, question)).toBeCloseTo(1, 3);
  expect(cosine(question, answer)).toBeGreaterThan(cosine(question, other) + 0.2);
  expect(cosine(question, cut)).toBeGreaterThan(cosine(question, other) + 0.2);
});

test('gives up on a text at the limit and keeps the model loaded', async () => {
  const embedder = createLocalEmbedder({ folder: undefined, inBackground: true }, TIMEOUT_MS);
  await embedder.embed(['Parking']);
  await expect(embedder.embed(['Parking'], AbortSignal.timeout(0))).rejects.toThrow(
    'The model did not answer',
  );
  expect(await embedder.embed(['Parking'])).toHaveLength(1);
});

test('runs the model of a folder under a name of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landline-encoder-'));
  try {
    const graph = new OnnxGraph();
    graph.output('last_hidden_state', 'Gather', [graph.fractions([3, 4, 0, 5, 6, 0], [3, 2]), 'input_ids']);
    const size = ['batch', 'length'] as const;
    await writeFile(
      join(folder, 'model.onnx'),
      graph.toBytes(
        { name: 'input_ids', type: 'int64', shape: size },
        { name: 'last_hidden_state', type: 'float', shape: [...size, 2] },
      ),
    );
    const vocab = { '[UNK]': 0, parking: 1, fee: 2 };
    const model = { type: 'WordPiece', vocab, unk_token: '[UNK]', continuing_subword_prefix: '##' };
    const tokenizer = {
      model,
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      post_processor: null,
      normalizer: { type: 'Lowercase' },
      pre_tokenizer: { type: 'Whitespace' },
    };
    await writeFile(join(folder, 'tokenizer.json'), JSON.stringify({ added_tokens: [], ...tokenizer }));
    await writeFile(join(folder, 'tokenizer_config.json'), '{}');
    const embedder = createLocalEmbedder({ folder, inBackground: false }, TIMEOUT_MS);
    expect(embedder.model).toMatch(/^landline-encoder-\w+-[0-9a-f]{12}$/);
    const [vector] = await embedder.embed(['Parking fee']);
    // The average of (0, 5) and (6, 0), scaled to length one.
    expect([...(vector ?? [])].map((value) => value.toFixed(3))).toEqual(['0.768', '0.640']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('splits words into the most probable pieces', () => {
  const reserved = Array.from({ length: 6 }, (_, i) => [`<${i}>`, 0] as const);
  const pieces = new WordPieces([
    ...reserved,
    ['▁park', -3],
    ['ing', -2],
    ['▁p', -1],
    ['ark', -4],
    ['▁parking', -6],
  ]);
  expect(pieces.idsOf(' parking  park', 10)).toEqual([6, 7, 6]);
  expect(pieces.idsOf('parking park', 2)).toEqual([6, 7]);
  // Neighboring unknown characters are one token.
  expect(pieces.idsOf('parking§§', 10)).toEqual([6, 7, 0]);
});
