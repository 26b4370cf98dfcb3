import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from '@landline/api/if-there';
import type { KeptHead } from './verifier.ts';

const fileIn = (dataDir: string) => path.join(dataDir, 'anchor-head.json');

/** The last anchor, kept beside the log: from the log alone nobody could tell that its end was cut off, or this one changed. */
export async function writeHeadFile(dataDir: string, { size, root, anchor }: KeptHead): Promise<void> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify({ size, root, anchor })}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Undefined where nothing was kept. */
export async function readHeadFile(dataDir: string): Promise<KeptHead | undefined> {
  const text = await readIfThere(fileIn(dataDir));
  return text === undefined ? undefined : (JSON.parse(text.toString()) as KeptHead);
}
