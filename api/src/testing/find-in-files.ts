import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns whether bytes contain other bytes or a word: as text in any case, as hexadecimal digits, or in base64. */
export function bytesContain(bytes: Buffer, word: string | Buffer): boolean {
  if (typeof word !== 'string') return bytes.includes(word);
  const text = bytes.toString('latin1').toLowerCase();
  return (
    text.includes(word.toLowerCase()) ||
    text.includes(Buffer.from(word).toString('hex')) ||
    bytes.includes(btoa(word).slice(0, 10))
  );
}

/** Returns the files below a directory that contain the word or bytes. Skips files that disappear during the search. */
export async function filesContaining(directory: string, word: string | Buffer): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const name = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return Buffer.alloc(0);
    });
    if (bytesContain(bytes, word)) files.push(path.relative(directory, name));
  }
  return files.sort();
}
