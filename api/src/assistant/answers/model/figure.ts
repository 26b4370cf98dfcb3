/** A number, price, date, time or phone number in a text. */
export interface Figure {
  /** Normalized keys, such as `price:50` or `date:5-3` (month-day). The source supports the figure if it has any one of them. */
  readonly keys: readonly string[];
  /** Value without its unit; matches a source that omits the unit, for example in a table. */
  readonly value?: number;
}

/** Calls `read` for each match. If it returns figures, collects them and removes the match; otherwise leaves the text unchanged. */
export type FigureExtractor = (
  pattern: RegExp,
  read: (...groups: (string | undefined)[]) => readonly Figure[] | undefined,
) => void;
