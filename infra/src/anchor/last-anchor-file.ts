import path from 'node:path';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import type { KnownAnchor } from './verifier.ts';

const fileIn = (dataDir: string) => path.join(dataDir, 'anchor-head.json');

/**
 * Stores the last anchor beside the log. The log itself cannot show that its end was cut off or that this
 * anchor was changed.
 */
export async function writeLastAnchor(dataDir: string, { size, root, anchor }: KnownAnchor): Promise<void> {
  await writePrivateFile(fileIn(dataDir), `${JSON.stringify({ size, root, anchor })}\n`);
}

/** Returns the last anchor; undefined if none is stored. */
export async function readLastAnchor(dataDir: string): Promise<KnownAnchor | undefined> {
  const text = await readFileIfExists(fileIn(dataDir));
  return text === undefined ? undefined : (JSON.parse(text.toString()) as KnownAnchor);
}
