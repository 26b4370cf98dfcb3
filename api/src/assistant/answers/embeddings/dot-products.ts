/** Output of `npx -p wabt wat2wasm dot-products.wat`, in base64. */
const PROGRAM =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEABgcVAgZtZW1vcnkCAAhtdWx0aXBseQAACpUBAZIBAgJ/AXsDQCAAIAJqIQUgAyEG/QwAAAAAAAAAAAAAAAAAAAAAIQcDQCAHIAD9AQMAIAb9AAQA/boBIAD9AQMIIAb9AAQQ/boB/a4B/a4BIQcgBkEgaiEGIABBEGohACAAIAVJDQALIAQgB/0bACAH/RsBaiAH/RsCIAf9GwNqajYCACAEQQRqIQQgACABSQ0ACws=';

/** Count of numbers that the program multiplies at a time; the length of a vector must be a multiple of it. */
export const BLOCK = 16;

/** Places in the program's memory of six pages of 64 KiB, in bytes. */
const PAGE = 65_536;
const QUESTION = 0;
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
  multiply(vector: number, end: number, stride: number, question: number, product: number): void;
}

const { memory, multiply } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(PROGRAM, 'base64')))
  .exports as Program;

/**
 * Returns the dot product of a question with each of the vectors in `values`, which are as long as the question. They are copied
 * into the program's memory in parts: that costs less than multiplying them, and one small memory serves all indexes.
 */
export function dotProducts(values: Int8Array, question: Int8Array): Int32Array {
  const stride = question.length;
  const products = new Int32Array(values.length / stride);
  const step = Math.floor(VECTORS_SIZE / stride);
  new Int16Array(memory.buffer, QUESTION, stride).set(question);
  for (let from = 0; from < products.length; from += step) {
    const part = values.subarray(from * stride, (from + step) * stride);
    new Int8Array(memory.buffer, VECTORS, part.length).set(part);
    multiply(VECTORS, VECTORS + part.length, stride, QUESTION, PRODUCTS);
    products.set(new Int32Array(memory.buffer, PRODUCTS, part.length / stride), from);
  }
  return products;
}
