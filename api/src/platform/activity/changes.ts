import type { RecordedEvent } from '@landline/event-schemas';
import type { AuditChange } from './contract.ts';

/** Returns true for ids, which identify the event's entities and are not changes. */
const isId = (field: string) => /(^|_)ids?$/.test(field) || field === 'dataset_key' || field === 'scope';

const PREVIOUS = 'previous_';

/** Lists the fields that an event changed, with previous values if the event contains them. */
export function changesOf({ data }: Pick<RecordedEvent, 'data'>): AuditChange[] {
  const fields = data as Record<string, unknown>;
  const { before, after } = fields;
  if (isRecord(before) && isRecord(after)) {
    return Object.entries(after).map(([field, value]) => ({
      field,
      before: displayValue(before[field]),
      after: displayValue(value),
    }));
  }
  return Object.entries(fields)
    .filter(([field]) => !isId(field) && !field.startsWith(PREVIOUS))
    .map(([field, value]) => {
      const previous = `${PREVIOUS}${field}`;
      const was = Object.hasOwn(fields, previous) ? { before: displayValue(fields[previous]) } : {};
      return { field, ...was, after: displayValue(value) };
    });
}

/** Replaces a list of objects, such as imported rows, by its length. */
function displayValue(value: unknown): unknown {
  return Array.isArray(value) && value.some((each) => typeof each === 'object') ? value.length : value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
