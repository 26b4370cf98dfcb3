/** The same direction, of length one: then a product of two says how alike they are. */
export function normalised(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

/** As it stands in a row: four bytes a number, little-endian. */
export function bytesOf(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes;
}

export function vectorOf(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}
