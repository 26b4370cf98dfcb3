const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-03-01` as `Mar 1`: it is a day of the client's, not of the reader's time zone. */
export const shortDay = (date: string) => day.format(new Date(`${date}T00:00:00Z`));

/** `2026-03` as `March 2026`. */
export const monthName = (of: string) => month.format(new Date(`${of}-01T00:00:00Z`));
