import type { PersonalFields } from './define.ts';
import { type EventType, eventDefinitions } from './events/index.ts';

/** Shown in place of personal data whose key was destroyed. */
export const ERASED = '(erased)';

/** An encrypted field as the log stores it; its format belongs to the cipher. */
interface SealedField {
  readonly sealed: string;
}

export interface EventWithData {
  readonly type: EventType;
  readonly data: unknown;
}

type Data = Record<string, unknown>;

const isSealed = (value: unknown): value is SealedField =>
  typeof value === 'object' && value !== null && typeof (value as SealedField).sealed === 'string';

/**
 * Returns whether a personal field is encrypted, or is plain text beside another encrypted field. The latter occurs in events
 * from before the field became personal.
 */
const isProtected = (holder: Data, fields: readonly string[], field: string) =>
  isSealed(holder[field]) ||
  (typeof holder[field] === 'string' && fields.some((other) => isSealed(holder[other])));

const holdersIn = (data: Data, { listField }: PersonalFields) =>
  listField === undefined ? [data] : (data[listField] as Data[]);

function* holdersOf(event: EventWithData): Generator<[Data, string, PersonalFields]> {
  const data = event.data as Data;
  for (const personal of eventDefinitions[event.type].personal) {
    for (const holder of holdersIn(data, personal)) {
      yield [holder, personal.subject(holder, data), personal];
    }
  }
}

/** Returns the subjects whose keys are needed to encrypt or decrypt these events. */
export function subjectsOf(events: Iterable<EventWithData>): string[] {
  const subjects = new Set<string>();
  for (const event of events) {
    for (const [, subject] of holdersOf(event)) subjects.add(subject);
  }
  return [...subjects];
}

/** A protected personal field of a stored event. */
interface PersonalField {
  /** Path in the data, e.g. `email`, `rows.0.name`. */
  readonly path: string;
  readonly subject: string;
  replace(text: string): void;
}

/** Returns the personal fields of an event that are encrypted, and those in plain text beside them. */
export function protectedFieldsOf(event: EventWithData): PersonalField[] {
  const data = event.data as Data;
  return eventDefinitions[event.type].personal.flatMap((personal) =>
    holdersIn(data, personal).flatMap((holder, index) =>
      personal.fields
        .filter((field) => isProtected(holder, personal.fields, field))
        .map((field) => ({
          path: personal.listField === undefined ? field : `${personal.listField}.${index}.${field}`,
          subject: personal.subject(holder, data),
          replace: (text: string) => {
            holder[field] = text;
          },
        })),
    ),
  );
}

/** Returns a copy of the event whose personal fields are encrypted by their subjects' ciphers. */
export function encryptFields<Event extends EventWithData>(
  event: Event,
  cipherOf: (subject: string) => (text: string) => string,
): Event {
  const { personal } = eventDefinitions[event.type];
  if (personal.length === 0) return event;
  // Copy only the objects with encrypted fields: an import's events contain thousands of other values.
  const data: Data = { ...(event.data as Data) };
  for (const fields of personal) {
    if (fields.listField !== undefined)
      data[fields.listField] = holdersIn(data, fields).map((holder) => ({ ...holder }));
  }
  const copy = { ...event, data };
  for (const [holder, subject, { fields }] of holdersOf(copy)) {
    const encrypt = cipherOf(subject);
    for (const field of fields) {
      const value = holder[field];
      if (typeof value === 'string') holder[field] = { sealed: encrypt(value) };
    }
  }
  return copy;
}

/** Decrypts the event's personal fields in place; fields of a subject without a key read `(erased)`. */
export function decryptFields<Event extends EventWithData>(
  event: Event,
  decipherOf: (subject: string) => ((sealed: string) => string) | undefined,
): Event {
  for (const [holder, subject, { fields }] of holdersOf(event)) {
    const decrypt = decipherOf(subject);
    for (const field of fields.filter((each) => isProtected(holder, fields, each))) {
      const value = holder[field];
      if (decrypt === undefined) holder[field] = ERASED;
      else if (isSealed(value)) holder[field] = decrypt(value.sealed);
    }
  }
  return event;
}
