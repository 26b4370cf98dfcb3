import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import type { PersonalFields } from './define.ts';
import { type EventType, eventDefinitions } from './events/index.ts';

/** What a reader sees in place of personal data whose key was destroyed. */
export const ERASED = '(erased)';

/** The keys of subjects, 32 bytes each, best as a `KeyObject` where one opens many fields. Missing means: erased. */
export type SubjectKeys = ReadonlyMap<string, KeyObject | Uint8Array>;

interface Sealed {
  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the text; base64. */
  readonly sealed: string;
}

interface Typed {
  readonly type: EventType;
  readonly data: unknown;
}

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as Sealed).sealed === 'string';

type Data = Record<string, unknown>;

const holdersIn = (data: Data, { at }: PersonalFields) => (at === undefined ? [data] : (data[at] as Data[]));

function* holdersOf(event: Typed): Generator<[Data, string, PersonalFields]> {
  const data = event.data as Data;
  for (const personal of eventDefinitions[event.type].personal) {
    for (const holder of holdersIn(data, personal)) {
      yield [holder, personal.subject(holder, data), personal];
    }
  }
}

/** The subjects whose keys are needed to seal or open these events. */
export function subjectsOf(events: Iterable<Typed>): string[] {
  const subjects = new Set<string>();
  for (const event of events) {
    for (const [, subject] of holdersOf(event)) subjects.add(subject);
  }
  return [...subjects];
}

/** A personal field of an event, as it stands in the log. */
export interface PersonalField {
  /** Where it is in the data, e.g. `email`, `rows.0.name`. */
  readonly path: string;
  readonly subject: string;
  /** Puts other words in its place. */
  replace(words: string): void;
}

/** The personal fields of an event that are sealed. */
export function sealedFieldsOf(event: Typed): PersonalField[] {
  const data = event.data as Data;
  return eventDefinitions[event.type].personal.flatMap((personal) =>
    holdersIn(data, personal).flatMap((holder, index) =>
      personal.fields
        .filter((field) => isSealed(holder[field]))
        .map((field) => ({
          path: personal.at === undefined ? field : `${personal.at}.${index}.${field}`,
          subject: personal.subject(holder, data),
          replace: (words: string) => {
            holder[field] = words;
          },
        })),
    ),
  );
}

/** A copy of the event whose personal fields are encrypted under their subjects' keys. Throws when a key is missing. */
export function seal<E extends Typed>(event: E, keys: SubjectKeys): E {
  const { personal } = eventDefinitions[event.type];
  if (personal.length === 0) return event;
  // Only what is sealed is copied: an import's events hold thousands of values beside it.
  const data: Data = { ...(event.data as Data) };
  for (const each of personal) {
    if (each.at !== undefined) data[each.at] = holdersIn(data, each).map((holder) => ({ ...holder }));
  }
  const copy = { ...event, data };
  for (const [holder, subject, { fields }] of holdersOf(copy)) {
    const key = keys.get(subject);
    if (!key) throw new Error(`No key for ${subject}`);
    const secret = asKeyObject(key);
    for (const field of fields) {
      const value = holder[field];
      if (typeof value === 'string') holder[field] = { sealed: encrypt(value, secret) };
    }
  }
  return copy;
}

/** The event with its personal fields readable again, in place; what is erased reads `(erased)`. */
export function open<E extends Typed>(event: E, keys: SubjectKeys): E {
  for (const [holder, subject, { fields }] of holdersOf(event)) {
    const key = keys.get(subject);
    const secret = key && asKeyObject(key);
    for (const field of fields) {
      const value = holder[field];
      if (isSealed(value)) holder[field] = secret ? decrypt(value.sealed, secret) : ERASED;
    }
  }
  return event;
}

/** Handing the bytes to each cipher is several times as slow. */
const asKeyObject = (key: KeyObject | Uint8Array): KeyObject =>
  key instanceof Uint8Array ? createSecretKey(key) : key;

const NONCE_BYTES = 12;
const nonces = Buffer.alloc(512 * NONCE_BYTES);
let nonceAt = nonces.length;

/** Random, and drawn many at a time: one by one they cost more than the encryption. Good until the next call. */
function nextNonce(): Buffer {
  if (nonceAt === nonces.length) {
    randomFillSync(nonces);
    nonceAt = 0;
  }
  nonceAt += NONCE_BYTES;
  return nonces.subarray(nonceAt - NONCE_BYTES, nonceAt);
}

function encrypt(text: string, key: KeyObject): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(sealed: string, key: KeyObject): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const text = decipher.update(bytes.subarray(28));
  decipher.final(); // throws when the tag does not fit; holds nothing back
  return text.toString('utf8');
}
