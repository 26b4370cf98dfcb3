import { formatDate, wordsOf } from '../../../shared/format.ts';
import { PRODUCT_NAMES } from '../../../shared/product.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Returns an event type as words: `ClientProductsChanged` is 'Client products changed'. */
export function eventLabel(type: string): string {
  const words = type.replace(
    /([a-z\d])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const FIELD_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(PRODUCT_NAMES));

/** Returns the display name of an event's field. */
export const fieldLabel = (field: string): string => FIELD_NAMES.get(field) ?? wordsOf(field);

/** Formats an event's value for display. */
export function displayValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(Number(value.toFixed(6)) || value);
  if (typeof value === 'string') return TIMESTAMP.test(value) ? formatDate(value) : value;
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(displayValue)
    : Object.entries(value).map(([name, part]) => `${fieldLabel(name)}: ${displayValue(part)}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
