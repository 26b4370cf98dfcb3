/**
 * Returns a copy of a vector scaled to length one, so that the dot product of two such vectors is their cosine similarity. A zero
 * vector is returned unchanged.
 */
export function unitVector(values: readonly number[] | Float32Array): Float32Array {
  let squares = 0;
  for (const value of values) squares += value ** 2;
  const unit = Float32Array.from(values);
  const length = Math.sqrt(squares) || 1;
  for (let i = 0; i < unit.length; i++) unit[i] = (unit[i] ?? 0) / length;
  return unit;
}

/** Serializes a vector as little-endian 32-bit floats. */
export function encodeVector(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes;
}

export function decodeVector(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

/** Returns the cosine of two unit vectors of the same length. A loop is faster here than `reduce`. */
export function cosine(first: Float32Array, second: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < first.length; i++) sum += (first[i] ?? 0) * (second[i] ?? 0);
  return sum;
}
