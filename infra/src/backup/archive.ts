import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { appendSeal, readSeal } from './seal.ts';

/**
 * A backup is one file: zstd over frames of kind, length and payload. Entries (name, pieces, end) follow each other,
 * and the manifest comes last, so a file without a manifest was never completed. Format 2 added a seal of all bytes
 * at the end of the file, format 3 the unfinished jobs, and format 4 the id of the log's last event in a backup
 * without the log.
 */
const KIND = { begin: 1, piece: 2, end: 3, manifest: 4 } as const;
const HEADER = 5;
const MAX_PIECE = 256 * 1024;

export const manifest = z.object({
  format: z.literal([1, 2, 3, 4]),
  createdAt: z.iso.datetime(),
  /** Commit position of the last event that the backup covers. */
  position: z.string(),
  /** Number of events in the backup. */
  events: z.int(),
  /** Id of the last event, if the log is in an external event store with its own backup. */
  eventId: z.uuid().optional(),
  entries: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), bytes: z.int(), sha256: z.string() }),
  ),
});
export type Manifest = z.infer<typeof manifest>;
export type Entry = Manifest['entries'][number];

/** Source of an entry. */
export interface Source {
  readonly name: string;
  /** Columns of a table's rows. */
  readonly columns?: readonly string[];
  readonly pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
}

function frame(kind: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header[0] = kind;
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

/** Writes the entries and then the manifest. The file gets its final name only when it is complete. */
export async function writeArchive(
  file: string,
  sources: AsyncIterable<Source>,
  finish: () => Pick<Manifest, 'position' | 'events' | 'eventId'>,
): Promise<Manifest> {
  let written: Manifest | undefined;
  async function* frames(): AsyncGenerator<Buffer> {
    const entries: Entry[] = [];
    for await (const { name, columns = [], pieces } of sources) {
      yield frame(KIND.begin, Buffer.from(name));
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of pieces) {
        hash.update(piece);
        bytes += piece.length;
        for (let at = 0; at < piece.length; at += MAX_PIECE)
          yield frame(KIND.piece, piece.subarray(at, at + MAX_PIECE));
      }
      yield frame(KIND.end, Buffer.alloc(0));
      entries.push({ name, columns: [...columns], bytes, sha256: hash.digest('hex') });
    }
    written = { format: 4, createdAt: new Date().toISOString(), ...finish(), entries };
    yield frame(KIND.manifest, Buffer.from(JSON.stringify(written)));
  }
  const target = createWriteStream(`${file}.part`, { mode: 0o600, flush: true });
  await pipeline(frames(), createZstdCompress(), appendSeal, target);
  await rename(`${file}.part`, file);
  return written as Manifest; // set by the last frame
}

/** Callbacks for the contents of an archive, in order. Each is awaited. */
export interface Visitor {
  piece(name: string, bytes: Buffer): Promise<void> | void;
  end?(name: string): Promise<void> | void;
}

export class DamagedBackupError extends Error {
  readonly code = 'BACKUP_DAMAGED';
}

/**
 * Reads an archive to its end and verifies every entry against the manifest. Throws DamagedBackupError. Throws an
 * error of the visitor only if the archive is intact, because damaged bytes may cause any error.
 */
export async function readArchive(file: string, visitor: Visitor): Promise<Manifest> {
  const actualEntries: Omit<Entry, 'columns'>[] = [];
  let current: { name: string; bytes: number; hash: Hash } | undefined;
  let last: Manifest | undefined;
  let thrown: { readonly error: unknown } | undefined;
  const visit = async (work: () => Promise<void> | void) => {
    if (thrown) return;
    try {
      await work();
    } catch (error) {
      thrown = { error };
    }
  };
  const { length, digest } = await readSeal(file);
  const input = createReadStream(file, { end: Math.max(0, length - 1) });
  const stored = createHash('sha256');
  input.on('data', (bytes) => stored.update(bytes));
  const plain = createZstdDecompress();
  const decompression = pipeline(input, plain);
  decompression.catch(() => undefined); // awaited below; the reader rejects, too
  try {
    for await (const { kind, payload } of framesOf(plain)) {
      if (kind === KIND.begin) current = { name: payload.toString(), bytes: 0, hash: createHash('sha256') };
      else if (kind === KIND.piece && current) {
        const { name, hash } = current;
        hash.update(payload);
        current.bytes += payload.length;
        await visit(() => visitor.piece(name, payload));
      } else if (kind === KIND.end && current) {
        const { name, bytes, hash } = current;
        actualEntries.push({ name, bytes, sha256: hash.digest('hex') });
        await visit(() => visitor.end?.(name));
        current = undefined;
      } else if (kind === KIND.manifest) last = manifest.parse(JSON.parse(payload.toString()));
      else throw new DamagedBackupError(`A frame of kind ${kind} is out of place`);
    }
    await decompression;
  } catch (error) {
    input.destroy();
    if (error instanceof DamagedBackupError || !isCausedByDamage(error)) throw error;
    throw new DamagedBackupError(`${file} is damaged: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (last === undefined) throw new DamagedBackupError(`${file} is incomplete: it ends before its manifest`);
  if (last.format > 1 && !digest?.equals(stored.digest()))
    throw new DamagedBackupError(`${file} was changed after it was written`);
  for (const [index, { name, bytes, sha256 }] of last.entries.entries()) {
    const actual = actualEntries[index];
    if (actual?.name !== name || actual.bytes !== bytes || actual.sha256 !== sha256)
      throw new DamagedBackupError(`${name} in the backup was changed after it was written`);
  }
  if (thrown) throw thrown.error;
  return last;
}

/** Returns whether zlib, zod or JSON raised the error, as they do for changed bytes. */
const isCausedByDamage = (error: unknown) =>
  error instanceof SyntaxError ||
  error instanceof z.ZodError ||
  /^(ZSTD|Z_|ERR_(ZSTD|ZLIB|STREAM_PREMATURE))/.test((error as NodeJS.ErrnoException).code ?? '');

async function* framesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ kind: number; payload: Buffer }> {
  let remainder: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    remainder = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    while (remainder.length >= HEADER) {
      const length = remainder.readUInt32BE(1);
      if (length > 64 * MAX_PIECE) throw new DamagedBackupError(`A frame of ${length} bytes is too large`);
      if (remainder.length < HEADER + length) break;
      yield { kind: remainder[0] as number, payload: remainder.subarray(HEADER, HEADER + length) };
      remainder = remainder.subarray(HEADER + length);
    }
  }
  if (remainder.length > 0) throw new DamagedBackupError('The last frame is incomplete');
}
