/** Replaces escaped NUL characters in JSON text, which `jsonb` rejects, with escaped U+FFFD. */
export const withoutEscapedNul = (json: string): string =>
  json.includes('\\u0000') ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd') : json;
