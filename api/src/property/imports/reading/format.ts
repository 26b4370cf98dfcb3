import type { FileFormat } from '../contract.ts';
import { UnreadableFileError } from './source-row.ts';
import { decodeText } from './text.ts';

/** Detects the format from the first bytes; file names are unreliable. */
export async function detectFormat(head: Uint8Array): Promise<FileFormat> {
  let text = '';
  for await (const block of decodeText([head])) text += block.text;
  const start = text.trimStart();
  if (start === '') throw new UnreadableFileError('The file is empty');
  if (start.startsWith('[')) {
    throw new UnreadableFileError(
      'A JSON array cannot be imported. Save it with one object per line (NDJSON)',
    );
  }
  if (!start.startsWith('{')) return 'csv';
  const isCollection = /"type"\s*:\s*"FeatureCollection"|"features"\s*:\s*\[/.test(start);
  return isCollection ? 'geojson' : 'ndjson';
}
