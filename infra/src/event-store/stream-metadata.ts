/** The part of a stream's metadata that this server implements. */
export interface StreamMetadata {
  readonly maxCount: number | undefined;
  /** In seconds. */
  readonly maxAge: number | undefined;
  /** First readable revision. */
  readonly truncateBefore: number;
  readonly softDeleted: boolean;
}

const LAST_REVISION = 2 ** 63; // 2^63 - 1 as a double

const NO_METADATA: StreamMetadata = {
  maxCount: undefined,
  maxAge: undefined,
  truncateBefore: 0,
  softDeleted: false,
};

/** Only the last event of a metastream can be read. */
const METASTREAM_METADATA: StreamMetadata = { ...NO_METADATA, maxCount: 1 };

const METASTREAM_PREFIX = '$$';

export function isMetastream(stream: string): boolean {
  return stream.startsWith(METASTREAM_PREFIX);
}

export function metastreamOf(stream: string): string {
  return METASTREAM_PREFIX + stream;
}

export function originalOf(metastream: string): string {
  return metastream.slice(METASTREAM_PREFIX.length);
}

/**
 * Returns the metadata in force for `stream`, given the last event of its metastream. Malformed metadata is
 * ignored.
 */
export function streamMetadata(stream: string, data: Buffer | undefined): StreamMetadata {
  if (isMetastream(stream)) return METASTREAM_METADATA;
  const json = data === undefined ? undefined : parseObject(data);
  if (json === undefined) return NO_METADATA;
  const truncateBefore = natural(json.$tb) ?? 0;
  return {
    maxCount: natural(json.$maxCount),
    maxAge: natural(json.$maxAge),
    truncateBefore,
    softDeleted: truncateBefore >= LAST_REVISION,
  };
}

export const SOFT_DELETED = Buffer.from('{"$tb":9223372036854775807}');

/** Returns the metadata with which a soft-deleted stream continues from `revision`; other keys are kept. */
export function recreatedFrom(revision: number, data: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ ...parseObject(data), $tb: revision }));
}

function parseObject(data: Buffer): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(data.toString());
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // metadata that is not JSON is ignored
  }
}

function natural(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
