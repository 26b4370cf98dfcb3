import type { EpaFacility } from '@landline/event-schemas';
import { formatDay } from '../../../shared/format.ts';

/** Formats the notification and closure dates of a regulated site; empty if it has none. */
export function datesOf({
  notification_date,
  closure_date,
}: Pick<EpaFacility, 'notification_date' | 'closure_date'>): string {
  const notified = notification_date && `notified ${formatDay(notification_date)}`;
  const closed = closure_date && `closed ${formatDay(closure_date)}`;
  const dates = [notified, closed].filter(Boolean).join(', ');
  return dates.charAt(0).toUpperCase() + dates.slice(1);
}
