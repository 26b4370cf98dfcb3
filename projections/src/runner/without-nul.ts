/** PostgreSQL has no NUL in a text: what stands in a log all the same is shown as the replacement character. */
export const withoutNul = (json: string): string =>
  json.includes('\\u0000') ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd') : json;
