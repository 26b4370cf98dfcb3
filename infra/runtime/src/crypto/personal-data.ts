import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { decryptFields, type EventWithData, encryptFields } from '@landline/event-schemas/personal';

/** 32-byte keys by subject; a `KeyObject` is faster when one key decrypts many fields. A missing key means erased. */
export type SubjectKeys = ReadonlyMap<string, KeyObject | Uint8Array>;

/** Returns a copy of the event whose personal fields are encrypted. Throws when a subject's key is missing. */
export function sealPersonalData<Event extends EventWithData>(event: Event, keys: SubjectKeys): Event {
  return encryptFields(event, (subject) => {
    const key = keys.get(subject);
    if (!key) throw new Error(`No key for ${subject}`);
    const secret = asKeyObject(key);
    return (text) => encrypt(text, secret);
  });
}

/** Decrypts the event's personal fields in place; a field whose key was destroyed reads `(erased)`. */
export function openPersonalData<Event extends EventWithData>(event: Event, keys: SubjectKeys): Event {
  return decryptFields(event, (subject) => {
    const key = keys.get(subject);
    const secret = key && asKeyObject(key);
    return secret && ((sealed) => decrypt(sealed, secret));
  });
}

/** Creates the key object once, because passing raw bytes to each cipher is several times slower. */
const asKeyObject = (key: KeyObject | Uint8Array): KeyObject =>
  key instanceof Uint8Array ? createSecretKey(key) : key;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const nonces = Buffer.alloc(512 * NONCE_BYTES);
let nonceAt = nonces.length;

/** Returns a random nonce, valid until the next call. Nonces come in batches; one at a time costs more than encrypting. */
function nextNonce(): Buffer {
  if (nonceAt === nonces.length) {
    randomFillSync(nonces);
    nonceAt = 0;
  }
  nonceAt += NONCE_BYTES;
  return nonces.subarray(nonceAt - NONCE_BYTES, nonceAt);
}

/** Encrypts with AES-256-GCM and returns nonce, tag and ciphertext in base64. */
function encrypt(text: string, key: KeyObject): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(sealed: string, key: KeyObject): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  decipher.final(); // throws when the tag does not match; returns nothing
  return text.toString('utf8');
}
