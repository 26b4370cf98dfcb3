import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { QuestionSet } from './question-sets.ts';

/** A separate program, started by its path. */
const PROGRAM = new URL('../../../api/src/assistant/answers/testing/main.ts', import.meta.url);

export interface Answer {
  readonly ranked: readonly string[];
  readonly answer: string;
  readonly confidence: number;
  readonly refused: boolean;
  /** True if the answer is shown: as such or, if it was refused, as the closest passage. */
  readonly quoted: boolean;
  /** Undefined: nothing was found. */
  readonly features?: Readonly<Record<string, number>>;
  readonly ms: number;
}

interface Indexed {
  readonly passages: number;
  /** Passages whose vectors were not known from another set. */
  readonly encoded: number;
  /** Time to encode them. */
  readonly ms: number;
  /** Memory of the process before and after encoding, in bytes. */
  readonly memory: { readonly before: number; readonly now: number };
}

/** Retrieval in a process of its own, which answers one request at a time. */
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

  /** Makes a set of that number of passages out of halves of another set's passages. */
  grow(set: string, from: string, passages: number): Promise<unknown> {
    return this.#call({ kind: 'grow', set, from, passages });
  }

  /** Asks the last message of a conversation. */
  ask(set: string, ...asked: readonly string[]): Promise<Answer> {
    return this.#call({ kind: 'ask', set, asked });
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
