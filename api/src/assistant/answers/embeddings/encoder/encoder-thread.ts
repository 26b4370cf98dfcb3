import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { BUILT_IN_ENCODER } from './encoder-name.ts';
import { loadEncoder } from './load-encoder.ts';
import type { EncoderSettings } from './local-embedder.ts';

const THIS_THREAD = 0;
/** Priority of background work: yields to every other thread of the machine. */
const LOW_PRIORITY = 15;

const { folder, inBackground }: EncoderSettings = workerData;
// On Linux a priority belongs to a thread; on other systems it would slow the whole process.
if (inBackground && process.platform === 'linux') setPriority(THIS_THREAD, LOW_PRIORITY);

let encoder: Promise<(text: string) => Promise<Float32Array>> | undefined;

/** Encodes texts to unit vectors. */
export default async function encodeAll(texts: readonly string[]): Promise<Float32Array[]> {
  // Loads the model with the first text, so that a failure rejects that task instead of ending the process.
  encoder ??= loadEncoder(folder ?? BUILT_IN_ENCODER);
  const encode = await encoder;
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await encode(text));
  return vectors;
}
