import type { RecordedEvent } from '@landline/event-schemas';
import type { AuditChange } from './contract.ts';

/** Ids say what an event concerns, not what became of it. */
const isId = (field: string) => /(^|_)ids?$/.test(field) || field === 'dataset_key' || field === 'scope';

const PREVIOUS = 'previous_';

/** What an event says has changed: with what it was before, where the event tells that too. */
export function changesOf({ data }: Pick<RecordedEvent, 'data'>): AuditChange[] {
  const fields = data as Record<string, unknown>;
  const { before, after } = fields;
  if (isRecord(before) && isRecord(after)) {
    return Object.entries(after).map(([field, value]) => ({
      field,
      before: shown(before[field]),
      after: shown(value),
    }));
  }
  return Object.entries(fields)
    .filter(([field]) => !isId(field) && !field.startsWith(PREVIOUS))
    .map(([field, value]) => {
      const previous = `${PREVIOUS}${field}`;
      const was = Object.hasOwn(fields, previous) ? { before: shown(fields[previous]) } : {};
      return { field, ...was, after: shown(value) };
    });
}

/** The rows of an import are counted, not shown. */
function shown(value: unknown): unknown {
  return Array.isArray(value) && value.some((each) => typeof each === 'object') ? value.length : value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
