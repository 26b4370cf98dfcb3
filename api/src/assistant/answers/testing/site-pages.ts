import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractHtml } from '../../website/extract.ts';
import { passagesOf } from '../passages.ts';

/** Reads the HTML files below a folder, by name; `file` is relative to the folder. */
export async function* sitePages(directory: string) {
  const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.html'));
  for (const file of files.sort()) {
    const { title, blocks } = extractHtml(await readFile(join(directory, file), 'utf8'));
    yield { file, title, passages: passagesOf(blocks) };
  }
}
