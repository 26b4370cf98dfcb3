/** A number, price, date, time or phone number of a text. */
export interface Figure {
  /** Forms in which sources may have it: `price:50`, `date:5-3`; one of them suffices. */
  readonly keys: readonly string[];
  /** Its number, which sources may also have without a unit, as in a table. */
  readonly value?: number;
}

/** Takes what a pattern matches out of a text and reads it; unread matches stay. */
export type Take = (pattern: RegExp, read: (...groups: string[]) => readonly Figure[] | undefined) => void;
