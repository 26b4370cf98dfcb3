/** Parses a time from the URL or a datetime-local field; null if it is not a date of a four-digit year. */
export function isoTime(text: string): string | null {
  const date = new Date(text);
  // The earliest and latest years have a sign and six digits in ISO format.
  return Number.isNaN(date.getTime()) || !/^\d/.test(date.toISOString()) ? null : date.toISOString();
}

/** Formats an ISO time for a datetime-local field, in the user's time zone. */
export function toLocal(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
