/** A number, price, date, time or phone number of a text. */
export interface Figure {
  /** Forms in which sources may contain it, such as `price:50` or `date:5-3`; one of them suffices. */
  readonly keys: readonly string[];
  /** Its number, which sources may also contain without a unit, as in a table. */
  readonly value?: number;
}

/** Removes the matches of a pattern from a text and keeps their figures. A match for which `read` returns undefined stays. */
export type Take = (pattern: RegExp, read: (...groups: string[]) => readonly Figure[] | undefined) => void;
