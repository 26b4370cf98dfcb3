import { createHmac, randomBytes } from 'node:crypto';
import type { Citation, Turn, Writing } from './contract.ts';

/** An answer that was given to its end. */
export interface KeptAnswer {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly answered: boolean;
  readonly writing: Writing;
}

interface Asked {
  readonly clientId: string;
  /** Of everything that the answer rests on: pages and prompts. */
  readonly version: string;
  readonly question: string;
  /** What the question leans on. */
  readonly context: string | readonly Turn[];
}

const MOST_ANSWERS = 2_000;

/**
 * Answers that were given, for the same question again. It stands under the version of what it rests on, so a page or a
 * prompt that changes takes it away; settings change with the process. In memory alone: what visitors ask is personal, and
 * is written down nowhere but in the log, encrypted.
 */
export class AnswerCache {
  readonly #kept = new Map<string, KeptAnswer>();

  get size(): number {
    return this.#kept.size;
  }

  get(asked: Asked): KeptAnswer | undefined {
    const key = keyOf(asked);
    const found = this.#kept.get(key);
    if (!found) return undefined;
    // Who was asked for last stands last.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

  set(asked: Asked, answer: KeptAnswer): void {
    this.#kept.set(keyOf(asked), answer);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_ANSWERS && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const SECRET = randomBytes(32);

/** A digest under a secret of the process: nothing of what was asked stays in memory, for it may have to be erased. */
export const keyOf = ({ clientId, version, question, context }: Asked) =>
  createHmac('sha256', SECRET)
    .update(
      JSON.stringify([clientId, version, question.trim().toLowerCase().replaceAll(/\s+/g, ' '), context]),
    )
    .digest('base64');
