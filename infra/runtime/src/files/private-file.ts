import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';

/** Replaces a file that only its owner may read. A stop or a power failure leaves the old content or the new one. */
export async function writePrivateFile(file: string, content: string | Buffer): Promise<void> {
  await viaTemporary(file, content, (temporary) => rename(temporary, file));
}

/** Creates a complete file that only its owner may read; throws `EEXIST` if there already is one. */
export async function createPrivateFile(file: string, content: string | Buffer): Promise<void> {
  await viaTemporary(file, content, (temporary) => link(temporary, file));
}

async function viaTemporary(
  file: string,
  content: string | Buffer,
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}
