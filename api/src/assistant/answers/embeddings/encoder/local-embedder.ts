import { abortable } from '@landline/runtime/process/abortable';
import { Piscina } from 'piscina';
import { ModelError } from '../../model/model-server.ts';
import type { Embedder } from '../contract.ts';
import { EMBEDDED_TEXT_VERSION } from '../embedded-text.ts';
import { encoderName } from './encoder-name.ts';

export interface EncoderSettings {
  /** Folder with a model of the operator's choice; undefined for the built-in encoder. */
  readonly folder: string | undefined;
  /** True to encode on two threads and, on Linux, at low priority. */
  readonly inBackground: boolean;
}

/** A question and the sentence that it is compared with. */
export interface Comparison {
  readonly question: string;
  readonly sentence: string;
}

/** A question and sentences that may answer it. */
export interface SentencesToScore {
  readonly question: string;
  readonly sentences: readonly string[];
}

type EncoderTask = string | Comparison | SentencesToScore;

/** Creates an embedder that runs in a worker thread. The thread starts and loads the model on first use. */
export function createLocalEmbedder(settings: EncoderSettings, timeoutMs: number): Embedder {
  const threads = new Piscina({
    filename: new URL('./encoder-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    execArgv: [],
    workerData: settings,
  });
  // Names of the thread's functions that have succeeded once, so their model is loaded.
  const loaded = new Set<string>();
  const run = async <Result>(task: EncoderTask, name: string, signal?: AbortSignal): Promise<Result> => {
    signal?.throwIfAborted();
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    // The task itself is not aborted: that would end the thread, and the next text would load the model again.
    const execute = async (): Promise<Result> => {
      const result: Result = await threads.run(task, { name });
      loaded.add(name);
      return result;
    };
    try {
      return await abortable(execute(), limit);
    } catch (error) {
      if (limit.aborted) throw new ModelError(loaded.has(name) ? 'timeout' : 'loading');
      throw Object.assign(new ModelError('broken'), { cause: error });
    }
  };
  return {
    model: `${encoderName(settings.folder)}-${EMBEDDED_TEXT_VERSION}`,
    isCalibrated: settings.folder === undefined,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      // One task per text, so that a question does not wait for a whole batch.
      for (const text of texts) vectors.push(await run(text, 'encode', signal));
      return vectors;
    },
    compare: (question, sentence, signal) => run({ question, sentence }, 'compare', signal),
    scoreAnswers: (question, sentences, signal) => run({ question, sentences }, 'scoreAll', signal),
  };
}
