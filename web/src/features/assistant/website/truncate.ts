/** Maximum lengths, in characters: URLs in tables, URLs of content requests, descriptions (spec 002 §2). */
export const MAX_LENGTH = { url: 60, requestUrl: 50, description: 40 } as const;

/** Shortens a text to a maximum length and marks the cut with an ellipsis. */
export const truncate = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}...`;
