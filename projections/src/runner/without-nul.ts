/** Replaces NUL, which PostgreSQL text cannot contain, with the replacement character. */
export const withoutNul = (json: string): string =>
  json.includes('\\u0000') ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd') : json;
