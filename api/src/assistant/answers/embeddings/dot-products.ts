/** Output of `npx -p wabt wat2wasm dot-products.wat`, in base64. */
const PROGRAM =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEABgcVAgZtZW1vcnkCAAhtdWx0aXBseQAACpUBAZIBAgJ/AXsDQCAAIAJqIQUgAyEG/QwAAAAAAAAAAAAAAAAAAAAAIQcDQCAHIAD9AQMAIAb9AAQA/boBIAD9AQMIIAb9AAQQ/boB/a4B/a4BIQcgBkEgaiEGIABBEGohACAAIAVJDQALIAQgB/0bACAH/RsBaiAH/RsCIAf9GwNqajYCACAEQQRqIQQgACABSQ0ACws=';

/** Number of components that the program reads per step; the length of a vector must be a multiple of it. */
export const BLOCK = 16;

/** Places in the program's memory of six pages of 64 KiB, in bytes. */
const PAGE = 65_536;
const QUERY = 0;
const PRODUCTS = PAGE;
const VECTORS = 2 * PAGE;
const VECTORS_SIZE = 4 * PAGE;

/** TypeScript declares `WebAssembly` for browsers only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: unknown };
};

interface Program {
  readonly memory: { readonly buffer: ArrayBuffer };
  multiply(vector: number, end: number, stride: number, query: number, product: number): void;
}

const { memory, multiply } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(PROGRAM, 'base64')))
  .exports as Program;

/**
 * Returns the dot product of the query vector with each vector in `values`; all have the query's length. Copies the vectors into
 * WebAssembly memory chunk by chunk: the copy costs less than the multiplication, and one small memory serves every index.
 */
export function dotProducts(values: Int8Array, query: Int8Array): Int32Array {
  const stride = query.length;
  const products = new Int32Array(values.length / stride);
  const step = Math.floor(VECTORS_SIZE / stride);
  new Int16Array(memory.buffer, QUERY, stride).set(query);
  for (let from = 0; from < products.length; from += step) {
    const chunk = values.subarray(from * stride, (from + step) * stride);
    new Int8Array(memory.buffer, VECTORS, chunk.length).set(chunk);
    multiply(VECTORS, VECTORS + chunk.length, stride, QUERY, PRODUCTS);
    products.set(new Int32Array(memory.buffer, PRODUCTS, chunk.length / stride), from);
  }
  return products;
}
