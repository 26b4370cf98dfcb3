import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const SOURCES = path.join(import.meta.dirname, 'src/widget');

/** Writes the unminified styles for customers to read (`/api/ai/widget/base.css`). */
const readableStyles: Plugin = {
  name: 'landline-widget-styles',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    const files = ['launcher.css', 'panel.css'].map((file) => path.join(SOURCES, file));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await writeFile(path.join(dir, 'widget.css'), texts.join('\n'));
  },
};

/** Builds the widget separately from the dashboard: one self-contained file per `--mode`, `panel` or `launcher`. */
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
    // Library mode keeps white space unless minification is explicit.
    rolldownOptions: { output: { minify: true } },
    lib: { entry: path.join(SOURCES, `${mode}.ts`), formats: ['es'], fileName: () => `${mode}.js` },
  },
}));
