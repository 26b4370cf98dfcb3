/** The whole file cannot be read; the message says why, for the person who chose it. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly code = 'UNREADABLE_FILE';
}
