import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type EventData, eventDefinitions } from '@landline/event-schemas';
import { createPrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';

type Anchor = EventData<'LogAnchored'>;

/**
 * Returns the path of the private key that signs anchors. The key stays out of every database, so that write access to
 * the log does not allow signing it.
 */
export const keyFile = (dataDir: string) => path.join(dataDir, 'anchor-key.pem');

/**
 * Returns this installation's key: `ANCHOR_KEY` (PKCS #8, PEM), or the one in `DATA_DIR`, which is created on first
 * use.
 */
export async function signingKey(dataDir: string, anchorKey: string | undefined): Promise<KeyObject> {
  if (anchorKey !== undefined) return createPrivateKey(anchorKey);
  const stored = await readFileIfExists(keyFile(dataDir));
  if (stored !== undefined) return createPrivateKey(stored);
  const { privateKey } = generateKeyPairSync('ed25519');
  await mkdir(dataDir, { recursive: true });
  await createPrivateFile(keyFile(dataDir), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return privateKey;
}

const publicKeyOf = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key);

/** Returns a short name for a key: the beginning of its hash. */
export function keyIdOf(key: KeyObject): string {
  const der = publicKeyOf(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

const signedBytes = ({ log_id, from, size, position, root, peaks, fingerprints, key_id }: Anchor) =>
  Buffer.from(JSON.stringify([log_id, from, size, position, root, peaks, fingerprints, key_id]));

/**
 * Parses an anchor event. Returns undefined if a field is missing or invalid, because the log may contain anything.
 */
export const parseAnchor = (data: unknown): Anchor | undefined =>
  eventDefinitions.LogAnchored.data.safeParse(data).data;

export function signAnchor(anchor: Omit<Anchor, 'key_id' | 'signature'>, key: KeyObject): Anchor {
  const unsigned = { ...anchor, key_id: keyIdOf(key), signature: '' };
  return { ...unsigned, signature: sign(null, signedBytes(unsigned), key).toString('base64') };
}

export function isSignedBy(anchor: Anchor, key: KeyObject): boolean {
  return verify(null, signedBytes(anchor), publicKeyOf(key), Buffer.from(anchor.signature, 'base64'));
}
