/** Returns an event type as words: `ClientProductsChanged` is 'Client products changed'. */
export function sentenceOf(type: string): string {
  const words = type.replace(
    /([a-z\d])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats an event's value for display. */
export function shownValue(value: unknown): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(shownValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
