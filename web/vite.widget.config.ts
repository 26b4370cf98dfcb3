import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const SOURCES = path.join(import.meta.dirname, 'src/widget');

/** The styles as they are written, for whoever wants to read or change them (`/api/ai/widget/base.css`). */
const readableStyles: Plugin = {
  name: 'landline-widget-styles',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    const files = ['launcher.css', 'panel.css'].map((file) => path.join(SOURCES, file));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await writeFile(path.join(dir, 'widget.css'), texts.join('\n'));
  },
};

/** The widget, apart from the dashboard: a file for each `--mode`, `panel` or `launcher`, which share nothing. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [readableStyles],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/widget',
    emptyOutDir: false,
    target: 'es2022',
    cssMinify: true,
    // A library's modules keep their white space otherwise.
    rolldownOptions: { output: { minify: true } },
    lib: { entry: path.join(SOURCES, `${mode}.ts`), formats: ['es'], fileName: () => `${mode}.js` },
  },
}));
