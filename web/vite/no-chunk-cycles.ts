import type { Plugin, Rollup } from 'vite';

/**
 * Fails a build whose chunks import each other in a cycle. In a cycle, one chunk runs before its imports are
 * initialized, and the error appears only when a page is rendered.
 */
export const noChunkCycles: Plugin = {
  name: 'landline-no-chunk-cycles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
    const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
    const checkedFiles = new Set<string>();
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) this.error(`Chunks import each other: ${[...path, file].join(' > ')}`);
      if (checkedFiles.has(file)) return;
      for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
      checkedFiles.add(file);
    };
    for (const file of imports.keys()) visit(file, []);
  },
};
