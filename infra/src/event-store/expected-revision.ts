/** Expected revision of a stream: an exact revision, or `any`, `no_stream` or `stream_exists`. */
export type ExpectedRevision = number | 'any' | 'no_stream' | 'stream_exists';

/** Returns an expected revision as error trailers encode it: decimal digits, negative for the three states. */
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
