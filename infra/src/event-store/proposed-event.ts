import { isUtf8 } from 'node:buffer';
import { decodeUuid } from './uuid.ts';
import { EMPTY, type FieldReader, MalformedMessageError } from './wire.ts';

/** An event proposed by a client. Its buffers are views of the request. */
export interface ProposedEvent {
  /** 16 bytes. */
  readonly id: Buffer;
  readonly type: string;
  readonly contentType: ContentType;
  readonly customMetadata: Buffer;
  readonly data: Buffer;
}

export type ContentType = 'application/json' | 'application/octet-stream';

export class MissingMetadataError extends Error {
  override readonly name = 'MissingMetadataError';
  readonly property: string;

  constructor(property: string) {
    super(`Required Metadata Property '${property}' is missing`);
    this.property = property;
  }
}

const ID = 1;
const METADATA = 2;
const CUSTOM_METADATA = 3;
const DATA = 4;

/**
 * Decodes the `ProposedMessage` shared by both append calls. Throws MalformedMessageError or MissingMetadataError.
 */
export function decodeProposedEvent(reader: FieldReader): ProposedEvent {
  let id: Buffer | undefined;
  let type: string | undefined;
  let contentType: string | undefined;
  let customMetadata = EMPTY;
  let data = EMPTY;
  while (reader.next()) {
    if (reader.field === ID) id = decodeUuid(reader.bytes());
    else if (reader.field === DATA) data = reader.bytes();
    else if (reader.field === CUSTOM_METADATA) customMetadata = reader.bytes();
    else if (reader.field === METADATA) {
      const [key, value] = reader.entry();
      if (key === 'type') type = decodeText(value, 'An event type');
      else if (key === 'content-type') contentType = value.toString('latin1');
    } else reader.skip();
  }
  if (id === undefined) throw new MalformedMessageError('The event has no id');
  if (type === undefined) throw new MissingMetadataError('type');
  if (contentType === undefined) throw new MissingMetadataError('content-type');
  return {
    id,
    type,
    contentType: contentType === 'application/json' ? contentType : 'application/octet-stream',
    customMetadata,
    data,
  };
}

/** Decodes text that the database can store: UTF-8 without NUL. */
export function decodeText(bytes: Buffer, what: string): string {
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new MalformedMessageError(`${what} must be UTF-8 text without NUL`);
  return bytes.toString();
}

/** Size that counts toward the maximum append size. */
export function eventSize(event: ProposedEvent): number {
  return event.data.length + event.customMetadata.length;
}
