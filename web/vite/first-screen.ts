import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

const FRAME = [
  'src/app/signed-in-routes.ts',
  'src/features/identity/sessions/session.ts',
  'src/app/frame.tsx',
  'src/shared/query-client.ts',
];

const WORKSPACE = [...FRAME, 'src/app/shell/workspace.tsx'];

interface Screen {
  modules: readonly string[];
  /** URL paths on which these modules are preloaded. */
  paths: readonly string[];
  /** Queries to preload on these paths for client users. */
  queries?: readonly string[];
}

/** Modules that each first screen loads in addition to the entry chunk. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  home: {
    modules: [
      'src/features/public-site/marketing/components/layout.tsx',
      'src/features/public-site/marketing/pages/home-page.tsx',
    ],
    paths: ['/'],
  },
  login: { modules: ['src/features/identity/sessions/pages/login-page.tsx'], paths: ['/login'] },
  frame: { modules: FRAME, paths: [] },
  superAdmin: {
    modules: [...WORKSPACE, 'src/features/operations/super-admin-portal/pages/portal-page.tsx'],
    paths: ['/SuperAdminPortal'],
  },
  client: {
    modules: [...WORKSPACE, 'src/app/composed-pages/client-portal-page.tsx'],
    paths: ['/client/portal'],
    queries: ['/api/ai/client-dashboard/overview'],
  },
  /** Not first screens: listed so that the code they share with the screens above gets its own chunks. */
  others: {
    modules: [
      'src/features/public-site/marketing/pages/about-page.tsx',
      'src/features/public-site/contact/pages/contact-page.tsx',
      'src/features/public-site/legal/terms-page.tsx',
      'src/features/public-site/contact/pages/sales-quote-page.tsx',
      'src/features/public-site/newsletter/components/newsletter-form.tsx',
      'src/features/identity/sessions/pages/client-setup-page.tsx',
      'src/features/identity/sessions/pages/forgot-password-page.tsx',
    ],
    paths: [],
  },
};

/** Latin subset of the font, which covers our own copy. */
const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Preloads the files that the browser would discover only after the first script: the font and, for some paths, the
 * page's chunks, styles and data. The first paint waits for no other file.
 */
export const firstScreen: Plugin = {
  name: 'landline-first-screen',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return;
      const files = Object.values(bundle);
      const chunks = files.filter((file) => file.type === 'chunk');
      const font = files.find(({ fileName }) => FONT.test(fileName))?.fileName;
      const tags: HtmlTagDescriptor[] = [];
      if (font) {
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        tags.push({ tag: 'link', attrs, injectTo: 'head-prepend' });
      }
      const preloads = Object.values(SCREENS).flatMap(({ modules, paths, queries = [] }) => {
        const needed = new Set(modules.flatMap((module) => filesOf(chunks, module)));
        const files = [...needed].filter((file) => !html.includes(file));
        return paths.map((path) => [path, { files, queries }]);
      });
      tags.push({
        tag: 'script',
        children: script(JSON.stringify(Object.fromEntries(preloads))),
        injectTo: 'head',
      });
      return { html: withStyles(html, files), tags };
    },
  },
};

/**
 * Inlines the entry's styles. Keeps their link but disables it (`media="not all"`), because without the link, Vite's
 * chunk loader would load the file again.
 */
function withStyles(html: string, files: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[]): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, name: string) => {
    const file = files.find(({ fileName }) => fileName === name);
    if (file?.type !== 'asset') throw new Error(`${name} was not built`);
    return `<style>${String(file.source)}</style>${link.replace('>', ' media="not all">')}`;
  });
}

/** Returns the files of a module's chunk, its imported chunks and their styles. */
function filesOf(chunks: readonly Rollup.OutputChunk[], module: string): string[] {
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!first) throw new Error(`${module} is in no chunk`);
  const reached = new Set<Rollup.OutputChunk>();
  const follow = (chunk: Rollup.OutputChunk) => {
    if (reached.has(chunk)) return;
    reached.add(chunk);
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) follow(imported);
    }
  };
  follow(first);
  return [...reached].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
}

/**
 * Script in the page's head. It must not contain `<`, because the API adds CSP hashes only for scripts without one.
 * Also preloads the session check that the app makes on start.
 */
const script = (preloads: string) => `
const { files, queries } = ${preloads}[location.pathname] ?? {};
const preload = (href, rel, as) => {
  const link = document.createElement('link');
  Object.assign(link, { rel, crossOrigin: '', href }, as && { as });
  document.head.append(link);
};
for (const file of files ?? []) file.endsWith('.css') ? preload('/' + file, 'preload', 'style') : preload('/' + file, 'modulepreload');
const [, role] = /(?:^|; )userRole=([^;]+)/.exec(document.cookie) ?? [];
if (files && role && /(?:^|; )userId=/.test(document.cookie)) {
  const client = role === 'ClientUser';
  preload(client ? '/api/ai/client-auth/verify' : '/api/auth/verify', 'preload', 'fetch');
  if (client && location.search === '') for (const query of queries) preload(query, 'preload', 'fetch');
}
`;
