import type { RecordedEvent } from '@landline/event-schemas';
import type { AuditChange } from './contract.ts';

/** Matches fields that hold the id of the actor, which the entry names, or of another entity. */
const REFERENCE = /(^|_)ids?$|^(created|judged|reviewed|superseded|written)_by$|^(dataset_key|scope)$/;

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
    .filter(([field]) => !REFERENCE.test(field) && !field.startsWith(PREVIOUS))
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
