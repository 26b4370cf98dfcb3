import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns whether `bytes` contains `needle`. A string matches as text in any case, as hex digits, or by the first ten
 * characters of its base64. ASCII only.
 */
export function bytesContain(bytes: Buffer, needle: string | Buffer): boolean {
  if (typeof needle !== 'string') return bytes.includes(needle);
  const text = bytes.toString('latin1').toLowerCase();
  return (
    text.includes(needle.toLowerCase()) ||
    text.includes(Buffer.from(needle).toString('hex')) ||
    bytes.includes(btoa(needle).slice(0, 10))
  );
}

/**
 * Returns the relative paths of the files below a directory that contain `needle`. Skips files that disappear during
 * the search.
 */
export async function filesContaining(directory: string, needle: string | Buffer): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const name = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return Buffer.alloc(0);
    });
    if (bytesContain(bytes, needle)) files.push(path.relative(directory, name));
  }
  return files.sort();
}
