import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { AnswerOrigin, Citation, Turn } from './contract.ts';

/** A complete answer; partial answers are not cached. */
export interface CachedAnswer {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly suggestions: readonly string[];
  readonly confidence: number;
  readonly answered: boolean;
  readonly origin: AnswerOrigin;
}

interface CacheKey {
  readonly clientId: string;
  /** Version of the pages, prompts and fact vectors that the answer is based on. */
  readonly version: string;
  readonly question: string;
  /** Earlier conversation that the question refers to. */
  readonly context: string | readonly Turn[];
}

const MAX_ANSWERS = 2_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * LRU cache of answers by client, question, context, and version of the pages and prompts, so a change to a page or prompt
 * invalidates the client's answers. An answer may repeat personal data from the question. Each answer is therefore encrypted
 * under a key derived from the question and its context; neither is stored, so only the same question decrypts it.
 */
export class AnswerCache {
  readonly #answers: Map<string, Buffer>;

  constructor(answers = new Map<string, Buffer>()) {
    this.#answers = answers;
  }

  get size(): number {
    return this.#answers.size;
  }

  get(key: CacheKey): CachedAnswer | undefined {
    const slot = digestOf('slot', key).toString('base64');
    const encrypted = this.#answers.get(slot);
    if (!encrypted) return undefined;
    // Reinsert as the most recently used.
    this.#answers.delete(slot);
    this.#answers.set(slot, encrypted);
    return decrypt(encrypted, digestOf('key', key));
  }

  set(key: CacheKey, answer: CachedAnswer): void {
    this.#answers.set(digestOf('slot', key).toString('base64'), encrypt(answer, digestOf('key', key)));
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
}

const SECRET = randomBytes(32);

/** Returns a digest keyed with a per-process secret, so questions cannot be guessed offline. */
const digestOf = (use: 'slot' | 'key', { clientId, version, question, context }: CacheKey) =>
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

function encrypt(answer: CachedAnswer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  // A small buffer would share Node's pool and keep the whole pool in memory.
  const bytes = Buffer.allocUnsafeSlow(NONCE_BYTES + TAG_BYTES + ciphertext.length);
  bytes.set(nonce);
  bytes.set(cipher.getAuthTag(), NONCE_BYTES);
  bytes.set(ciphertext, NONCE_BYTES + TAG_BYTES);
  return bytes;
}

function decrypt(bytes: Buffer, key: Buffer): CachedAnswer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const plaintext = Buffer.concat([
    decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]);
  return JSON.parse(plaintext.toString('utf8'));
}
