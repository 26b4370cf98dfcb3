import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from '@landline/api/if-there';
import type { KeptHead } from './verifier.ts';

const fileIn = (dataDir: string) => path.join(dataDir, 'anchor-head.json');

/** How far the log was anchored, kept beside it: from the log alone nobody could tell that its end was cut off. */
export async function writeHeadFile(dataDir: string, { size, root }: KeptHead): Promise<void> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify({ size, root })}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Undefined where nothing was kept. */
export async function readHeadFile(dataDir: string): Promise<KeptHead | undefined> {
  const text = await readIfThere(fileIn(dataDir));
  return text === undefined ? undefined : (JSON.parse(text.toString()) as KeptHead);
}
