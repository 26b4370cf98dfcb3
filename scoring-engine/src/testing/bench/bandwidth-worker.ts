/** Copies part of one shared buffer to another, to measure memory bandwidth. */
export default function copyPart(part: {
  source: SharedArrayBuffer;
  target: SharedArrayBuffer;
  from: number;
  to: number;
}): void {
  const source = new Uint8Array(part.source, part.from, part.to - part.from);
  new Uint8Array(part.target, part.from, part.to - part.from).set(source);
}
