import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { unitVector } from '../vector.ts';
import { MODEL_FILE } from './encoder-name.ts';

/** Length of a text in tokens if the tokenizer's settings name none. */
const MAX_TOKENS = 256;

/** A thread runs one text at a time, with a single copy of the weights. */
const SESSION: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
};

const tokenizerSettings = z.looseObject({ model_max_length: z.number().optional() });
const poolingSettings = z.looseObject({ pooling_mode_cls_token: z.boolean().default(false) });

const readJson = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'));

/**
 * Loads a sentence transformer in Hugging Face's layout: `model.onnx`, `tokenizer.json`, `tokenizer_config.json` and, unless
 * the tokens' vectors are averaged, `1_Pooling/config.json`.
 */
export async function loadEncoder(folder: string): Promise<(text: string) => Promise<Float32Array>> {
  const settings = tokenizerSettings.parse(readJson(folder, 'tokenizer_config.json'));
  const tokenizer = new Tokenizer(z.looseObject({}).parse(readJson(folder, 'tokenizer.json')), settings);
  const pooling = join('1_Pooling', 'config.json');
  const usesFirst =
    existsSync(join(folder, pooling)) &&
    poolingSettings.parse(readJson(folder, pooling)).pooling_mode_cls_token;
  const limit = Math.min(settings.model_max_length ?? MAX_TOKENS, MAX_TOKENS);
  const session = await InferenceSession.create(join(folder, MODEL_FILE), SESSION);
  return async (text) => {
    const { ids } = tokenizer.encode(text);
    // The last token ends the text.
    const kept = ids.length <= limit ? ids : [...ids.slice(0, limit - 1), ids.at(-1) ?? 0];
    const tensorOf = (values: readonly number[]) =>
      new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
    const inputs: Record<string, Tensor> = {
      input_ids: tensorOf(kept),
      attention_mask: tensorOf(kept.map(() => 1)),
      token_type_ids: tensorOf(kept.map(() => 0)),
    };
    const results = await session.run(
      Object.fromEntries(Object.entries(inputs).filter(([name]) => session.inputNames.includes(name))),
    );
    const output = results[session.outputNames[0] ?? ''];
    if (!output || !(output.data instanceof Float32Array))
      throw new Error(`The first output of ${MODEL_FILE} must be 32-bit floats`);
    return pool(output.data, output.dims, usesFirst);
  };
}

/** Returns the vector of a text from the vectors of its tokens: the first one or their average. */
function pool(data: Float32Array, dims: readonly number[], usesFirst: boolean): Float32Array {
  const width = dims.at(-1) ?? data.length;
  const tokens = usesFirst ? 1 : data.length / width;
  const sum = new Float32Array(width);
  for (let i = 0; i < tokens * width; i++) sum[i % width] = (sum[i % width] ?? 0) + (data[i] ?? 0);
  return unitVector(sum);
}
