/** Returns a 32-bit hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** 53-bit hash of a sequence of numbers: two 32-bit mixes with different multipliers. */
export class Fingerprint {
  #a = 0;
  #b = 0;

  begin(): this {
    this.#a = 0x9e3779b9 | 0;
    this.#b = 0x85ebca6b | 0;
    return this;
  }

  /** Adds an integer below 2^32; rounds away the error of an earlier division. */
  add(value: number): void {
    const bits = Math.round(value) | 0;
    this.#a = Math.imul((this.#a ^ bits) + ((this.#a << 13) | (this.#a >>> 19)), 0x5bd1e995);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul((this.#b ^ bits) + ((this.#b << 7) | (this.#b >>> 25)), 0x27d4eb2f);
    this.#b ^= this.#b >>> 13;
  }

  end(): number {
    return (this.#a >>> 0) * 0x20_0000 + (this.#b >>> 11);
  }
}
