/** A number, price, date, time or phone number in a text. */
export interface Figure {
  /** Keys under which a source may state the figure, such as `price:50` or `date:5-3`; a match on any one is enough. */
  readonly keys: readonly string[];
  /** Bare number; a source may state it without a unit, for example in a table. */
  readonly value?: number;
}

/**
 * Replaces each match of `pattern` and collects the figures that `read` returns. If `read` returns undefined, the match stays in
 * the text.
 */
export type FigureExtractor = (
  pattern: RegExp,
  read: (...groups: string[]) => readonly Figure[] | undefined,
) => void;
