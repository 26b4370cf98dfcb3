import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
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
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Answers that were given, for the same question again. They stand under the version of what they rest on, so a page or a
 * prompt that changes takes them away; settings change with the process. A model may repeat in its answer what a person
 * typed, who may have to be erased: an answer is encrypted under a key that is made of the whole question and kept
 * nowhere, so only who asks the same again can open it.
 */
export class AnswerCache {
  readonly #kept: Map<string, Buffer>;

  constructor(kept = new Map<string, Buffer>()) {
    this.#kept = kept;
  }

  get size(): number {
    return this.#kept.size;
  }

  get(asked: Asked): KeptAnswer | undefined {
    const place = digestOf('place', asked).toString('base64');
    const found = this.#kept.get(place);
    if (!found) return undefined;
    // Who was asked for last stands last.
    this.#kept.delete(place);
    this.#kept.set(place, found);
    return opened(found, digestOf('key', asked));
  }

  set(asked: Asked, answer: KeptAnswer): void {
    this.#kept.set(digestOf('place', asked).toString('base64'), sealed(answer, digestOf('key', asked)));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_ANSWERS && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const SECRET = randomBytes(32);

/** Under a secret of the process: nobody finds a question by trying. */
const digestOf = (use: 'place' | 'key', { clientId, version, question, context }: Asked) =>
  createHmac('sha256', SECRET)
    .update(
      JSON.stringify([
        use,
        clientId,
        version,
        question.trim().toLowerCase().replaceAll(/\s+/g, ' '),
        context,
      ]),
    )
    .digest();

function sealed(answer: KeptAnswer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function opened(kept: Buffer, key: Buffer): KeptAnswer {
  const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(kept.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(kept.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}
