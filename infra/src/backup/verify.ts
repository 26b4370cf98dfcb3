import { createPublicKey, type KeyObject } from 'node:crypto';
import { takenFrom } from '../anchor/rows.ts';
import { LogVerifier, type Verification } from '../anchor/verifier.ts';
import { type Manifest, readArchive } from './archive.ts';
import { copyParser } from './copy-parser.ts';

/**
 * Reads a backup to its end: every checksum, and the log in it against its anchors, by the given key or the one in it;
 * `log` is undefined when there is none. Throws DamagedBackupError.
 */
export async function verifyBackup(
  file: string,
  given?: KeyObject,
): Promise<{ manifest: Manifest; log: Verification | undefined }> {
  let verifier = given && new LogVerifier(given);
  const pem: Buffer[] = [];
  const rows = copyParser((fields) => verifier?.take(takenFrom(fields)));
  const manifest = await readArchive(file, {
    piece(name, bytes) {
      if (name === 'file/anchor-key.pem') pem.push(Buffer.from(bytes));
      else if (name === 'log') rows(bytes);
    },
    end(name) {
      if (name === 'file/anchor-key.pem') verifier ??= new LogVerifier(createPublicKey(Buffer.concat(pem)));
    },
  });
  return { manifest, log: verifier?.finish(undefined) };
}
