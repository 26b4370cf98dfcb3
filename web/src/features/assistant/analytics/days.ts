const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats `2026-03-01` as `Mar 1`. The date is in the client's time zone, so it is not converted. */
export const shortDay = (date: string) => day.format(new Date(`${date}T00:00:00Z`));

/** Formats `2026-03` as `March 2026`. */
export const monthName = (yearMonth: string) => month.format(new Date(`${yearMonth}-01T00:00:00Z`));
