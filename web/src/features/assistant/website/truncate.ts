/** Number of characters kept, of URLs in tables, URLs of content requests, descriptions (spec 002 §2). */
export const MAX_LENGTH = { url: 60, requestUrl: 50, description: 40 } as const;

/** Returns the first `length` characters of a longer text, followed by "...". */
export function truncate(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}...`;
}
