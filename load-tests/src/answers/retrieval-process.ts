import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { QuestionSet } from './question-sets.ts';

/** Entry point of the child process; not imported, because it runs on import. */
const PROGRAM = new URL('../../../api/src/assistant/answers/testing/retrieval-program.ts', import.meta.url);

export interface Answer {
  readonly ranked: readonly string[];
  readonly answer: string;
  readonly confidence: number;
  readonly refused: boolean;
  /** True if a passage is shown: as the answer, or as the closest match after a refusal. */
  readonly quoted: boolean;
  /** Features of the confidence; undefined if nothing was found. */
  readonly features?: Readonly<Record<string, number>>;
  readonly ms: number;
}

interface Indexed {
  readonly passages: number;
  /** Number of distinct texts (passages and headings) that had no vector yet. */
  readonly encoded: number;
  /** Time to encode them, in milliseconds. */
  readonly ms: number;
  /** Memory of the process before and after encoding, in bytes. */
  readonly memory: { readonly before: number; readonly now: number };
}

/** A sentence that may answer a question. */
export interface CandidateSentence {
  /** Id of the unit that the sentence is from. */
  readonly unit: string;
  readonly text: string;
  /** The sentence with its heading, as the cross-encoder scores it. */
  readonly inContext: string;
  readonly features: Readonly<Record<string, number>>;
}

/** A sentence scored by the cross-encoder. */
export interface ReadSentence extends CandidateSentence {
  /** Answer that would quote it. */
  readonly quote: string;
  /** Logit of the sentence answering the question. */
  readonly answerScore: number;
}

interface Candidates<Sentence extends CandidateSentence> {
  /** The question as it is read together with a sentence. */
  readonly question: string;
  /** Best first by their features alone. */
  readonly sentences: readonly Sentence[];
}

/** Retrieval in a separate process, which handles one request at a time. */
export class RetrievalProcess {
  readonly #process = fork(fileURLToPath(PROGRAM), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });

  index({ name, pages }: Pick<QuestionSet, 'name' | 'pages'>): Promise<Indexed> {
    return this.#call({ kind: 'index', set: name, pages });
  }

  indexSite(set: string, directory: string): Promise<Indexed> {
    return this.#call({ kind: 'index-site', set, directory });
  }

  /** Creates a set of the given size by joining halves of another set's passages. */
  grow(set: string, from: string, passages: number): Promise<unknown> {
    return this.#call({ kind: 'grow', set, from, passages });
  }

  /** Answers the last message of a conversation. */
  ask(set: string, ...messages: readonly string[]): Promise<Answer> {
    return this.#call({ kind: 'ask', set, messages });
  }

  /** Returns the sentences that may answer the last message of a conversation, without cross-encoder scores. */
  candidates(set: string, ...messages: readonly string[]): Promise<Candidates<CandidateSentence>> {
    return this.#call({ kind: 'sentences', set, messages });
  }

  /** Scores the best `count` sentences with the cross-encoder. */
  async readSentences(
    set: string,
    count: number,
    ...messages: readonly string[]
  ): Promise<readonly ReadSentence[]> {
    const request = { kind: 'sentences', set, messages, read: count };
    return (await this.#call<Candidates<ReadSentence>>(request)).sentences;
  }

  stop(): void {
    this.#process.kill();
  }

  async #call<Out>(message: object): Promise<Out> {
    const listening = new AbortController();
    const { signal } = listening;
    try {
      return await Promise.race([
        new Promise<never>((_, reject) => {
          this.#process.send(message, (error) => error && reject(error));
        }),
        once(this.#process, 'message', { signal }).then(([response]) => resultOf<Out>(response)),
        once(this.#process, 'exit', { signal }).then(([code, killedBy]) => {
          throw new Error(`The retrieval process exited with ${killedBy ?? code}`);
        }),
      ]);
    } finally {
      listening.abort();
    }
  }
}

function resultOf<Out>(response: Out | { readonly error: string }): Out {
  if (response instanceof Object && 'error' in response) throw new Error(response.error);
  return response;
}
