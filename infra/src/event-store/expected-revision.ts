/** Where a write expects its stream to be: at an exact revision, or in one of three states. */
export type ExpectedRevision = number | 'any' | 'no_stream' | 'stream_exists';

/** The integers that the protocol's error trailers use for the three states. */
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
