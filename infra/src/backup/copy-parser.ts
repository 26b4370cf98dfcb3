const FIXED_HEADER = 15; // 'PGCOPY\n\xff\r\n\0' and the flags
const TRAILER = -1;

/** Takes COPY's binary format in pieces of any size, and hands out its rows. Each is valid during the call. */
export function copyParser(onRow: (fields: readonly Buffer[]) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    if (!begun) {
      if (bytes.length < FIXED_HEADER + 4) {
        rest = bytes;
        return;
      }
      at = FIXED_HEADER + 4 + bytes.readInt32BE(FIXED_HEADER);
      begun = true;
    }
    for (;;) {
      const row = rowAt(bytes, at);
      if (row === undefined) break;
      at = row.end;
      if (row.fields) onRow(row.fields);
    }
    rest = Buffer.from(bytes.subarray(at));
  };
}

/** The row that begins here, if all of it is there; the trailer has no fields. */
function rowAt(bytes: Buffer, start: number): { fields?: Buffer[]; end: number } | undefined {
  if (bytes.length < start + 2) return undefined;
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  if (count === TRAILER) return { end: at };
  const fields: Buffer[] = [];
  for (let field = 0; field < count; field++) {
    if (bytes.length < at + 4) return undefined;
    const end = at + 4 + Math.max(0, bytes.readInt32BE(at));
    if (bytes.length < end) return undefined;
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return { fields, end: at };
}
