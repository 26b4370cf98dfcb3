import { streamName } from './append-requests.ts';
import { unimplemented } from './errors.ts';
import { decodeText } from './proposed-event.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { FieldReader, MalformedMessageError } from './wire.ts';

export type Direction = 'forwards' | 'backwards';

/** Start of a read: an end of the log or stream, or a position or revision. */
export type Start = 'start' | 'end' | number;

export interface Filter {
  matches(event: Pick<RecordedEvent, 'stream' | 'type'>): boolean;
  /** Number of scanned events between two checkpoints. */
  readonly checkpointInterval: number;
}

export interface ReadRequest {
  /** Undefined for `$all`. */
  readonly stream: string | undefined;
  readonly start: Start;
  readonly direction: Direction;
  /** Maximum number of events; undefined for a subscription. */
  readonly count: number | undefined;
  readonly filter: Filter | undefined;
}

const CHECKPOINT_UNIT = 32;

/**
 * Decodes `ReadReq`. Throws MalformedMessageError for invalid messages and a ServiceError for unsupported
 * features.
 */
export function decodeReadRequest(message: Buffer): ReadRequest {
  const outer = new FieldReader(message);
  while (outer.next()) {
    if (outer.field === 1) return decodeOptions(outer.message());
    outer.skip();
  }
  throw new MalformedMessageError('The read has no options');
}

function decodeOptions(reader: FieldReader): ReadRequest {
  let stream: string | undefined;
  let start: Start = 'start';
  let direction: Direction = 'forwards';
  let count: number | undefined;
  let subscription = false;
  let filter: Filter | undefined;
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        ({ stream, start } = decodeStreamOptions(reader.message()));
        break;
      case 2:
        start = decodeAllOptions(reader.message());
        break;
      case 3:
        direction = reader.varint() === 1 ? 'backwards' : 'forwards';
        break;
      case 4:
        if (reader.varint() !== 0) throw unimplemented('The resolution of links');
        break;
      case 5:
        count = reader.varint();
        break;
      case 6:
        subscription = true;
        reader.skip();
        break;
      case 7:
        filter = decodeFilter(reader.message());
        break;
      default:
        reader.skip();
    }
  }
  if (subscription && direction === 'backwards')
    throw new MalformedMessageError('A subscription cannot read backwards');
  if (filter !== undefined && stream !== undefined)
    throw new MalformedMessageError('A read of a single stream cannot have a filter');
  return { stream, start, direction, count: subscription ? undefined : (count ?? 0), filter };
}

function decodeStreamOptions(reader: FieldReader): { stream: string; start: Start } {
  let stream: string | undefined;
  let start: Start = 'start';
  while (reader.next()) {
    if (reader.field === 1) {
      const identifier = reader.message();
      while (identifier.next()) {
        if (identifier.field === 3) stream = streamName(identifier.bytes());
        else identifier.skip();
      }
    } else if (reader.field === 2) start = reader.varint();
    else {
      if (reader.field === 4) start = 'end';
      reader.skip();
    }
  }
  if (stream === undefined) throw new MalformedMessageError('The read names no stream');
  return { stream, start };
}

function decodeAllOptions(reader: FieldReader): Start {
  let start: Start = 'start';
  while (reader.next()) {
    if (reader.field === 1) {
      const position = reader.message();
      start = 0;
      while (position.next()) {
        if (position.field === 1) start = position.varint();
        else position.skip();
      }
    } else {
      if (reader.field === 3) start = 'end';
      reader.skip();
    }
  }
  return start;
}

function decodeFilter(reader: FieldReader): Filter {
  let matches: Filter['matches'] = () => true;
  let multiplier = 1;
  while (reader.next()) {
    if (reader.field === 1) {
      const test = decodeExpression(reader.message());
      matches = ({ stream }) => test(stream);
    } else if (reader.field === 2) {
      const test = decodeExpression(reader.message());
      matches = ({ type }) => test(type);
    } else if (reader.field === 5) multiplier = Math.max(1, reader.varint());
    else reader.skip();
  }
  return { matches, checkpointInterval: CHECKPOINT_UNIT * multiplier };
}

function decodeExpression(reader: FieldReader): (text: string) => boolean {
  let regex = '';
  const prefixes: string[] = [];
  while (reader.next()) {
    if (reader.field === 1) regex = decodeText(reader.bytes(), 'A regular expression');
    else if (reader.field === 2) prefixes.push(reader.string());
    else reader.skip();
  }
  if (regex === '') return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  const expression = parseRegex(regex);
  return (text) => expression.test(text);
}

function parseRegex(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    throw new MalformedMessageError(
      error instanceof Error ? error.message : `Not a regular expression: ${source}`,
    );
  }
}
