/**
 * Arrays in PostgreSQL's binary format: a `Buffer` is sent as a binary parameter, which the server need not
 * parse.
 */

export const OID = { text: 25, uuid: 2950 } as const;

const HEADER = 20;

/** Encodes an array whose elements are already binary: UTF-8 text or 16-byte UUIDs. */
export function byteArray(oid: number, elements: readonly Uint8Array[]): Buffer {
  let size = HEADER;
  for (const element of elements) size += 4 + element.length;
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(elements.length, 12);
  array.writeInt32BE(1, 16); // lower bound
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
