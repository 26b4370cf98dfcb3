import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import type { EncodedText, WordVector } from '../sentence-matches.ts';
import { unitVector } from '../vector.ts';
import { MODEL_FILE, POOLING_FILE } from './encoder-name.ts';

/** Maximum tokens per text; a lower limit in the tokenizer settings takes precedence. */
const MAX_TOKENS = 256;

/** Prefix of a token that continues a word. */
const CONTINUATION = '##';

/** Emoji and flags, which the tokenizer would turn into an unknown word. */
const PICTOGRAPHS = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;

/** One thread: the few tokens of a question and a sentence gain nothing from a second one. */
export const SESSION: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
};

const tokenizerSettings = z.looseObject({ model_max_length: z.number().optional() });
const poolingSettings = z.looseObject({ pooling_mode_cls_token: z.boolean().default(false) });

const readJson = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'));

export interface Encoder {
  /** Returns the unit vector of a text. */
  encode(text: string): Promise<Float32Array>;
  /** Returns the unit vectors of a text and of its words, in lower case. */
  encodeWithWords(text: string): Promise<EncodedText>;
}

/** The beginning of a text, with the vectors of its tokens one after another. */
interface EncodedTokens {
  readonly tokens: readonly string[];
  readonly values: Float32Array;
  readonly width: number;
}

/**
 * Loads a sentence transformer in Hugging Face's layout: `model.onnx`, `tokenizer.json`, `tokenizer_config.json`
 * and optionally `1_Pooling/config.json` (default: mean pooling). It encodes one text at a time, on the given number of threads.
 */
export async function loadEncoder(folder: string, threads: number): Promise<Encoder> {
  const settings = tokenizerSettings.parse(readJson(folder, 'tokenizer_config.json'));
  const tokenizer = new Tokenizer(z.looseObject({}).parse(readJson(folder, 'tokenizer.json')), settings);
  const usesClsToken =
    existsSync(join(folder, POOLING_FILE)) &&
    poolingSettings.parse(readJson(folder, POOLING_FILE)).pooling_mode_cls_token;
  const limit = Math.min(settings.model_max_length ?? MAX_TOKENS, MAX_TOKENS);
  const session = await InferenceSession.create(join(folder, MODEL_FILE), {
    ...SESSION,
    intraOpNumThreads: threads,
  });
  const encodeTokens = async (text: string): Promise<EncodedTokens> => {
    const { ids, tokens } = tokenizer.encode(text);
    // Keep the end-of-text token when truncating.
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
    const width = output.dims.at(-1) ?? output.data.length;
    return { tokens: tokens.slice(0, kept.length), values: output.data, width };
  };
  return {
    encode: async (text) => pool(await encodeTokens(text), usesClsToken),
    async encodeWithWords(text) {
      const encoded = await encodeTokens(text.replaceAll(PICTOGRAPHS, ' '));
      return { vector: pool(encoded, usesClsToken), words: wordsIn(encoded) };
    },
  };
}

/** Returns the vector of a text from the vectors of its tokens: the first one or their average. */
function pool({ values, width }: EncodedTokens, usesClsToken: boolean): Float32Array {
  return unitVectorOfSum(values, width, 0, usesClsToken ? 1 : values.length / width);
}

/** Returns the unit vector of the sum of the tokens from `from` up to `to`. */
function unitVectorOfSum(values: Float32Array, width: number, from: number, to: number): Float32Array {
  const sum = new Float32Array(width);
  for (let start = from * width; start < to * width; start += width)
    for (let i = 0; i < width; i++) sum[i] = (sum[i] ?? 0) + (values[start + i] ?? 0);
  return unitVector(sum);
}

/**
 * Joins tokens to words: "un" and "##permit" to "unpermit", "didn", "'" and "t" to "didn't". Leaves out punctuation and the
 * tokens that enclose the text.
 */
function wordsIn({ tokens, values, width }: EncodedTokens): WordVector[] {
  const words: WordVector[] = [];
  for (let from = 1; from < tokens.length - 1; ) {
    let to = from + 1;
    while (to < tokens.length - 1 && tokens[to]?.startsWith(CONTINUATION)) to++;
    if (tokens[to - 1]?.endsWith('n') && /^['’]$/.test(tokens[to] ?? '') && tokens[to + 1] === 't') to += 2;
    const word = tokens.slice(from, to).join('').replaceAll(CONTINUATION, '');
    if (/[\p{L}\p{N}]/u.test(word)) words.push({ word, vector: unitVectorOfSum(values, width, from, to) });
    from = to;
  }
  return words;
}
