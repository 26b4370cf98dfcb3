import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { SentenceMatch } from '../contract.ts';
import { matchOf } from '../sentence-matches.ts';
import { BUILT_IN_ENCODER } from './encoder-name.ts';
import { type Encoder, loadEncoder } from './load-encoder.ts';
import type { Comparison, EncoderSettings } from './local-embedder.ts';

const THIS_THREAD = 0;
/** Priority of background work: yields to every other thread on the machine. */
const LOW_PRIORITY = 15;

const { folder, inBackground }: EncoderSettings = workerData;
// On Linux a priority belongs to a thread; on other systems it would slow the whole process.
if (inBackground && process.platform === 'linux') setPriority(THIS_THREAD, LOW_PRIORITY);

let encoder: Promise<Encoder> | undefined;

/**
 * Loads the model lazily, on the first request, so that a load failure rejects that request instead of crashing the
 * process. The next request retries.
 */
function encoderOnceLoaded(): Promise<Encoder> {
  encoder ??= loadEncoder(folder ?? BUILT_IN_ENCODER).catch((error: unknown) => {
    encoder = undefined;
    throw error;
  });
  return encoder;
}

/** Encodes texts to unit vectors. */
export async function encodeAll(texts: readonly string[]): Promise<Float32Array[]> {
  const { encode } = await encoderOnceLoaded();
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await encode(text));
  return vectors;
}

/** Compares a question with sentences. */
export async function compareAll({ question, sentences }: Comparison): Promise<SentenceMatch[]> {
  const { encodeWithWords } = await encoderOnceLoaded();
  const encoded = await encodeWithWords(question);
  const matches: SentenceMatch[] = [];
  for (const sentence of sentences) matches.push(matchOf(encoded, await encodeWithWords(sentence)));
  return matches;
}
