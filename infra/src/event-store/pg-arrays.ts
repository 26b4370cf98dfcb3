/**
 * Arrays in PostgreSQL's binary format. A `Buffer` goes to the server as a binary parameter, so a whole group of
 * events travels as a handful of parameters that neither side has to parse as text.
 */

export const OID = { bytea: 17, int8: 20, text: 25, uuid: 2950 } as const;

const HEADER = 20;
const TWO_TO_32 = 2 ** 32;

/** An array of elements that are already in their binary form: bytes, UTF-8 text, 16-byte UUIDs. */
export function byteArray(oid: number, elements: readonly Uint8Array[]): Buffer {
  let size = HEADER;
  for (const element of elements) size += 4 + element.length;
  const array = withHeader(oid, elements.length, size);
  let at = HEADER;
  for (const element of elements) {
    at = array.writeInt32BE(element.length, at);
    array.set(element, at);
    at += element.length;
  }
  return array;
}

export function textArray(elements: readonly string[]): Buffer {
  return byteArray(
    OID.text,
    elements.map((text) => Buffer.from(text)),
  );
}

/** An array of whole numbers within 2^53, or undefined for the greatest int8. */
export function int8Array(elements: readonly (number | undefined)[]): Buffer {
  const array = withHeader(OID.int8, elements.length, HEADER + 12 * elements.length);
  let at = HEADER;
  for (const element of elements) {
    at = array.writeInt32BE(8, at);
    at = array.writeInt32BE(element === undefined ? 0x7fffffff : Math.floor(element / TWO_TO_32), at);
    at = array.writeUInt32BE(element === undefined ? 0xffffffff : element % TWO_TO_32, at);
  }
  return array;
}

function withHeader(oid: number, length: number, size: number): Buffer {
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16); // lower bound
  return array;
}
