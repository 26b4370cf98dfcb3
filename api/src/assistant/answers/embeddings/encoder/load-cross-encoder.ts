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

/** Maximum tokens that are read for a question: about nine sentences of a website. This limits the time of an answer. */
const MAX_READ_TOKENS = 380;
/** Log-odds of a sentence that clearly answers. */
const CLEAR_ANSWER = 3;
/** Sentences that are read before a clear answer ends the reading, so that the best of similar ones is found. */
const MIN_READ = 4;
/** Maximum tokens of a question and of a sentence, as in the training. */
const MAX_TOKENS = { question: 40, sentence: 88 };
/** Ids of the tokens [CLS] and [SEP] in the encoder's vocabulary. */
const [START, END] = [101, 102];

export interface CrossEncoder {
  /**
   * Returns the log-odds that each sentence answers the question. Reads them in order until one clearly answers or a limit of
   * tokens is reached; the result has one value for each sentence that was read.
   */
  scoreAnswers(question: string, sentences: readonly string[]): Promise<number[]>;
}

/** Loads the model that reads a question together with a sentence. It has the vocabulary of the built-in encoder. */
export async function loadCrossEncoder(): Promise<CrossEncoder> {
  const settings = z
    .looseObject({})
    .parse(JSON.parse(readFileSync(join(BUILT_IN_ENCODER, 'tokenizer.json'), 'utf8')));
  const tokenizer = new Tokenizer(settings, {});
  const session = await InferenceSession.create(join(CROSS_ENCODER, MODEL_FILE), SESSION);
  const idsOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const scoreOf = async (question: readonly number[], sentence: readonly number[]) => {
    const ids = [START, ...question, END, ...sentence, END];
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
      // The text begins with the background, so a text that is too long loses background, not the question.
      const questionIds = idsOf(question).slice(-MAX_TOKENS.question);
      const scores: number[] = [];
      let tokens = 0;
      for (const sentence of sentences) {
        const sentenceIds = idsOf(sentence).slice(0, MAX_TOKENS.sentence);
        tokens += questionIds.length + sentenceIds.length;
        if (tokens > MAX_READ_TOKENS) break;
        scores.push(await scoreOf(questionIds, sentenceIds));
        if (scores.length >= MIN_READ && Math.max(...scores) >= CLEAR_ANSWER) break;
      }
      return scores;
    },
  };
}
