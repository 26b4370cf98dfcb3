import type { FileFormat } from '../contract.ts';
import { decodeText } from './text.ts';
import { UnreadableFileError } from './unreadable.ts';

/** What kind of file this is, by its first bytes: a file's name may say anything. */
export async function detectFormat(head: Uint8Array): Promise<FileFormat> {
  let text = '';
  for await (const block of decodeText([head])) text += block.text;
  const start = text.trimStart();
  if (start === '') throw new UnreadableFileError('The file is empty');
  if (start.startsWith('[')) {
    throw new UnreadableFileError('A JSON array cannot be imported: save it as one object a line (NDJSON)');
  }
  if (!start.startsWith('{')) return 'csv';
  const isCollection = /"type"\s*:\s*"FeatureCollection"|"features"\s*:\s*\[/.test(start);
  return isCollection ? 'geojson' : 'ndjson';
}
