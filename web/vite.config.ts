import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { paletteCss } from './src/shared/palette.ts';
import { firstScreen } from './vite/first-screen.ts';
import { noCircles } from './vite/no-circles.ts';
import { precompress } from './vite/precompress.ts';

const apiUrl = process.env.API_URL ?? 'http://localhost:8080';

/** Our colours stand in the page itself: nothing is painted in others first. */
const palette: Plugin = {
  name: 'landline-palette',
  transformIndexHtml: () => [{ tag: 'style', children: paletteCss(), injectTo: 'head' }],
};

const ROUTER = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('react-router/package.json'))),
  'dist/production',
);

/** With all that only they import: a part of them left behind in a chunk that imports this one would begin too late. */
const UI =
  /\/node_modules\/(@mantine\/(core|hooks|notifications|store)|@floating-ui|@tanstack|nuqs|clsx|react-number-format|react-remove-scroll(-bar)?|react-style-singleton|use-(sidecar|callback-ref)|get-nonce|aria-hidden|tslib|react-transition-group|dom-helpers|prop-types|react-is|@babel\/runtime|react-textarea-autosize|tabbable)\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), palette, noCircles, firstScreen, precompress],
  resolve: {
    // The package's main entry carries all 6,000 icons, which the dev server would have to parse.
    alias: [
      { find: '@tabler/icons-react', replacement: '@tabler/icons-react/dist/esm/icons/index.mjs' },
      // Its exports name the build for development only.
      { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
    ],
  },
  server: { proxy: { '/api': { target: apiUrl } } },
  preview: { proxy: { '/api': { target: apiUrl } } },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    // Each component of its own would be a request of its own: the portals take them together, the public pages none.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'ui', test: UI }], includeDependenciesRecursively: false },
      },
    },
    chunkSizeWarningLimit: 1000,
    // Lists of what each chunk imports would stand in the entry, which everybody loads: `firstScreen` names what matters.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
  },
});
