import type { Config } from '../../../platform/config.ts';
import type { Embedder } from './contract.ts';
import { embedderOf } from './embedder.ts';

/** Timeout for each embedding request of a background task, in milliseconds. */
const BATCH_TIMEOUT_MS = 60_000;

const embedders = new WeakMap<Config, Embedder>();

/** Returns the embedder that the tasks of a process share, so that its model is loaded once. */
export function backgroundEmbedderOf(config: Config): Embedder {
  const embedder = embedders.get(config) ?? embedderOf(config, BATCH_TIMEOUT_MS, { inBackground: true });
  embedders.set(config, embedder);
  return embedder;
}
