/** Addresses are cut at 60 characters in tables, at 50 among requests; descriptions at 40 (spec 002 §2). */
export const CUT = { url: 60, requestUrl: 50, description: 40 } as const;

/** A text that is not longer than so many characters; what was cut says so. */
export const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}...`;
