import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { SentenceMatch } from '../contract.ts';
import { matchOf } from '../sentence-matches.ts';
import { BUILT_IN_ENCODER } from './encoder-name.ts';
import { loadCrossEncoder } from './load-cross-encoder.ts';
import { loadEncoder } from './load-encoder.ts';
import type { Comparison, EncoderSettings, SentencesToScore } from './local-embedder.ts';

const THIS_THREAD = 0;
/** Niceness of background work; 19 is the lowest priority. */
const LOW_PRIORITY = 15;
/** Threads that encode passages. */
const BACKGROUND_THREADS = 2;

const { folder, inBackground }: EncoderSettings = workerData;
// On Linux a priority belongs to a thread; on other systems it would slow the whole process.
if (inBackground && process.platform === 'linux') setPriority(THIS_THREAD, LOW_PRIORITY);

/**
 * Returns a function that loads a model lazily, on the first request, so that a load failure rejects that request instead of
 * crashing the process. The next request retries.
 */
function onceLoaded<Model>(load: () => Promise<Model>): () => Promise<Model> {
  let model: Promise<Model> | undefined;
  return () => {
    model ??= load().catch((error: unknown) => {
      model = undefined;
      throw error;
    });
    return model;
  };
}

const encoderOnceLoaded = onceLoaded(() =>
  loadEncoder(folder ?? BUILT_IN_ENCODER, inBackground ? BACKGROUND_THREADS : 1),
);
const crossEncoderOnceLoaded = onceLoaded(loadCrossEncoder);

/** Encodes a text to a unit vector. */
export async function encode(text: string): Promise<Float32Array> {
  const encoder = await encoderOnceLoaded();
  return encoder.encode(text);
}

/** Compares a question with a sentence. */
export async function compare({ question, sentence }: Comparison): Promise<SentenceMatch> {
  const { encodeWithWords } = await encoderOnceLoaded();
  return matchOf(await encodeWithWords(question), await encodeWithWords(sentence));
}

/** Returns, for each sentence that it reads, the log-odds that the sentence answers the question. */
export async function scoreAll({ question, sentences }: SentencesToScore): Promise<number[]> {
  const { scoreAnswers } = await crossEncoderOnceLoaded();
  return scoreAnswers(question, sentences);
}
