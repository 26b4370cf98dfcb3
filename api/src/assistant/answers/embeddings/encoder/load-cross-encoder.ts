import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { BUILT_IN_ENCODER, MODEL_FILE } from './encoder-name.ts';
import { SESSION } from './load-encoder.ts';

/** Folder of the cross-encoder that comes with the product. */
export const CROSS_ENCODER = fileURLToPath(new URL('./cross-encoder', import.meta.url));

/** Maximum tokens of a question and of a sentence, as in the training. */
const MAX_TOKENS = { question: 40, sentence: 88 };
/** Ids of the tokens [CLS] and [SEP] in the encoder's vocabulary. */
const [START, END] = [101, 102];

export interface CrossEncoder {
  /** Returns, for each sentence, the log-odds that it answers the question. */
  scoreAnswers(question: string, sentences: readonly string[]): Promise<number[]>;
}

/** Loads the model that reads a question together with a sentence. It has the vocabulary of the built-in encoder. */
export async function loadCrossEncoder(): Promise<CrossEncoder> {
  const settings = z
    .looseObject({})
    .parse(JSON.parse(readFileSync(join(BUILT_IN_ENCODER, 'tokenizer.json'), 'utf8')));
  const tokenizer = new Tokenizer(settings, {});
  const session = await InferenceSession.create(join(CROSS_ENCODER, MODEL_FILE), SESSION);
  const idsOf = (text: string, limit: number) =>
    tokenizer.encode(text, { add_special_tokens: false }).ids.slice(0, limit);
  const scoreOf = async (question: readonly number[], sentence: string) => {
    const ids = [START, ...question, END, ...idsOf(sentence, MAX_TOKENS.sentence), END];
    const tensorOf = (values: readonly number[]) =>
      new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
    const { score } = await session.run({
      input_ids: tensorOf(ids),
      token_type_ids: tensorOf(ids.map((_, i) => Number(i > question.length + 1))),
    });
    if (!(score?.data instanceof Float32Array)) throw new Error(`${MODEL_FILE} must return 32-bit floats`);
    return score.data[0] ?? 0;
  };
  return {
    async scoreAnswers(question, sentences) {
      const ids = idsOf(question, MAX_TOKENS.question);
      const scores: number[] = [];
      for (const sentence of sentences) scores.push(await scoreOf(ids, sentence));
      return scores;
    },
  };
}
