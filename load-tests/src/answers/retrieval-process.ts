import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { QuestionSet } from './question-sets.ts';

/** A separate program, started by its path. */
const PROGRAM = new URL('../../../api/src/assistant/answers/testing/retrieval-program.ts', import.meta.url);

export interface Answer {
  readonly ranked: readonly string[];
  readonly answer: string;
  readonly confidence: number;
  readonly refused: boolean;
  /** True if the passage is shown, either as the answer or, after a refusal, as the closest passage. */
  readonly quoted: boolean;
  /** Features of the confidence; undefined if nothing was found. */
  readonly features?: Readonly<Record<string, number>>;
  readonly ms: number;
}

interface Indexed {
  readonly passages: number;
  /** Number of passages whose vectors were not known from another set. */
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
  /** The sentence as it is read: with the heading above it. */
  readonly inContext: string;
  readonly features: Readonly<Record<string, number>>;
}

/** A sentence that the cross-encoder has read together with the question. */
export interface ReadSentence extends CandidateSentence {
  /** Answer that would quote it. */
  readonly quote: string;
  /** Log-odds that the sentence answers the question. */
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

  /** Creates a set of `passages` passages from halves of another set's passages. */
  grow(set: string, from: string, passages: number): Promise<unknown> {
    return this.#call({ kind: 'grow', set, from, passages });
  }

  /** Asks the last message of a conversation. */
  ask(set: string, ...messages: readonly string[]): Promise<Answer> {
    return this.#call({ kind: 'ask', set, messages });
  }

  /** Returns the sentences that may answer the last message of a conversation, without reading them. */
  candidates(set: string, ...messages: readonly string[]): Promise<Candidates<CandidateSentence>> {
    return this.#call({ kind: 'sentences', set, messages });
  }

  /** Returns the first of these sentences, read by the cross-encoder. */
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

  #call<Out>(message: object): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#process.once('message', (answer) => resolve(answer as Out));
      this.#process.send(message, (error) => error && reject(error));
    });
  }
}
