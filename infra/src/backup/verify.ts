import { createPublicKey, type KeyObject } from 'node:crypto';
import { binaryCopyParser } from '@landline/runtime/postgres/binary-copy';
import { readRowFrom } from '../anchor/event-rows.ts';
import { LogVerifier, type Verification } from '../anchor/verifier.ts';
import { type Manifest, readArchive } from './archive.ts';

/**
 * Reads a backup to its end, verifies every checksum, and verifies its log against its anchors with `trustedKey`
 * or the key in the backup. `log` is undefined if there is no key. Throws `DamagedBackupError`.
 */
export async function verifyBackup(
  file: string,
  trustedKey?: KeyObject,
): Promise<{ manifest: Manifest; log: Verification | undefined }> {
  let verifier = trustedKey && new LogVerifier(trustedKey);
  const pem: Buffer[] = [];
  const rows = binaryCopyParser((fields) => verifier?.add(readRowFrom(fields)));
  const manifest = await readArchive(file, {
    piece(name, bytes) {
      if (name === 'file/anchor-key.pem') pem.push(Buffer.from(bytes));
      else if (name === 'log') rows(bytes);
    },
    end(name) {
      if (name === 'file/anchor-key.pem') verifier ??= new LogVerifier(createPublicKey(Buffer.concat(pem)));
    },
  });
  return { manifest, log: manifest.eventId === undefined ? verifier?.finish(undefined) : undefined };
}
