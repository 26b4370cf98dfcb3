import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { paletteCss } from './src/shared/palette.ts';
import { chunks } from './vite/chunks.ts';
import { firstScreen } from './vite/first-screen.ts';
import { noChunkCycles } from './vite/no-chunk-cycles.ts';
import { precompress } from './vite/precompress.ts';

const apiUrl = process.env.API_URL ?? 'http://localhost:8080';

/** Inlines the palette and the portal's frame into the HTML, so that the first paint already has them. */
const palette: Plugin = {
  name: 'landline-palette',
  transformIndexHtml: () => [
    { tag: 'style', children: paletteCss(), injectTo: 'head' },
    { tag: 'style', children: SHELL, injectTo: 'head' },
  ],
};
const SHELL = readFileSync(path.join(import.meta.dirname, 'src/app/shell/first-paint.css'), 'utf8')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ');

const ROUTER = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('react-router/package.json'))),
  'dist/production',
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), palette, noChunkCycles, firstScreen, precompress],
  resolve: {
    // The package's main entry additionally exports all icons as one object and a list of their names, which the dev
    // server would have to load; this index has only the icons.
    alias: [
      { find: '@tabler/icons-react', replacement: '@tabler/icons-react/dist/esm/icons/index.mjs' },
      // The package's exports name only the development build.
      { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
    ],
  },
  server: { proxy: { '/api': { target: apiUrl } } },
  preview: { proxy: { '/api': { target: apiUrl } } },
  build: {
    outDir: 'dist',
    manifest: true,
    license: { fileName: 'THIRD_PARTY_NOTICES.md' },
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: chunks } },
    chunkSizeWarningLimit: 1200, // kB: MapLibre with its layers, which only maps load
    // Preload lists would grow the entry that every page loads; `firstScreen` names the relevant files instead.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
  },
});
