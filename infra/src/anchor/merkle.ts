import { hash } from 'node:crypto';

const NODE = 0x01;
const HASH_BYTES = 32;

/** Append-only hash tree of RFC 6962 §2.1; stores only the roots of its complete subtrees. */
export class MerkleTree {
  #size: number;
  readonly #peaks: Buffer[];
  readonly #pair = Buffer.alloc(1 + 2 * HASH_BYTES, NODE);

  constructor(size = 0, peaks: readonly Buffer[] = []) {
    this.#size = size;
    this.#peaks = [...peaks];
  }

  /** Number of leaves. */
  get size(): number {
    return this.#size;
  }

  get peaks(): readonly Buffer[] {
    return this.#peaks;
  }

  push(leaf: Buffer): void {
    let node = leaf;
    for (let size = this.#size; size % 2 === 1; size = Math.floor(size / 2)) {
      node = this.#parent(this.#peaks.pop() as Buffer, node); // there is one peak per set bit of the size
    }
    this.#peaks.push(node);
    this.#size++;
  }

  root(): Buffer {
    let root = this.#peaks.at(-1);
    if (root === undefined) return hash('sha256', '', 'buffer');
    for (let index = this.#peaks.length - 2; index >= 0; index--) {
      root = this.#parent(this.#peaks[index] as Buffer, root);
    }
    return root;
  }

  #parent(left: Buffer, right: Buffer): Buffer {
    this.#pair.set(left, 1);
    this.#pair.set(right, 1 + HASH_BYTES);
    return hash('sha256', this.#pair, 'buffer');
  }
}
