import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|txt)$/;
/** Minimum size of files to compress, in bytes; smaller ones fit into one packet. */
const MINIMUM_BYTES = 1_024;

/** Writes brotli and gzip copies of all text files at build time instead of compressing per request. */
export const precompress: Plugin = {
  name: 'landline-precompress',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir }) {
      if (dir === undefined) return;
      const files = await readdir(dir, { recursive: true, withFileTypes: true });
      await Promise.all(
        files
          .filter((file) => file.isFile() && TEXT.test(file.name))
          .map((file) => compress(path.join(file.parentPath, file.name))),
      );
    },
  },
};

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length < MINIMUM_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
