/** Expected state of the stream: an exact revision, or one of three states. */
export type ExpectedRevision = number | 'any' | 'no_stream' | 'stream_exists';

/** Returns the integer that error trailers use for a state. */
export function expectedRevisionCode(expected: ExpectedRevision): string {
  switch (expected) {
    case 'no_stream':
      return '-1';
    case 'any':
      return '-2';
    case 'stream_exists':
      return '-4';
    default:
      return String(expected);
  }
}
