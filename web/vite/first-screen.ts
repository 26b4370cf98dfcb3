import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

const FRAME = [
  'src/app/portals.ts',
  'src/features/session/session.ts',
  'src/app/frame.tsx',
  'src/shared/query-client.ts',
];

const WORKSPACE = [...FRAME, 'src/app/shell/workspace.tsx'];

interface Screen {
  modules: readonly string[];
  /** The addresses at which it is wanted at once. */
  at: readonly string[];
  /** What the page asks the server there when it is a client's user who looks. */
  asks?: readonly string[];
}

/** What screens are drawn by, beside what every page loads. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  home: {
    modules: ['src/features/public/components/layout.tsx', 'src/features/public/pages/home-page.tsx'],
    at: ['/'],
  },
  login: { modules: ['src/features/session/pages/login-page.tsx'], at: ['/login'] },
  frame: { modules: FRAME, at: [] },
  superAdmin: {
    modules: [...WORKSPACE, 'src/features/super-admin-portal/pages/portal-page.tsx'],
    at: ['/SuperAdminPortal'],
  },
  client: {
    modules: [...WORKSPACE, 'src/features/client-portal/pages/portal-page.tsx'],
    at: ['/client/portal'],
    asks: ['/api/ai/client-dashboard/overview'],
  },
  /** What they have in common with the screens above has to come without those. */
  others: {
    modules: [
      'src/features/public/pages/about-page.tsx',
      'src/features/public/pages/contact-page.tsx',
      'src/features/public/pages/terms-page.tsx',
      'src/features/public/pages/sales-quote-page.tsx',
      'src/features/public/components/newsletter-form.tsx',
      'src/features/session/pages/client-setup-page.tsx',
      'src/features/session/pages/forgot-password-page.tsx',
    ],
    at: [],
  },
};

/** The part of the font that our own texts need. */
const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Tells the browser at once what it would only find out after it has run the first script: the font, and for some
 * addresses the chunks, styles and data of their page. The first paint waits for no other file.
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
      const wanted = Object.values(SCREENS).flatMap(({ modules, at, asks = [] }) => {
        const drawnBy = new Set(modules.flatMap((module) => filesOf(chunks, module)));
        const files = [...drawnBy].filter((file) => !html.includes(file));
        return at.map((address) => [address, { files, asks }]);
      });
      tags.push({
        tag: 'script',
        children: script(JSON.stringify(Object.fromEntries(wanted))),
        injectTo: 'head',
      });
      return { html: withStyles(html, files), tags };
    },
  },
};

/** Every page's styles stand in the page. The link stays, unapplied: the loader of later chunks looks for it. */
function withStyles(html: string, files: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[]): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, name: string) => {
    const file = files.find(({ fileName }) => fileName === name);
    if (file?.type !== 'asset') throw new Error(`${name} was not built`);
    return `<style>${String(file.source)}</style>${link.replace('>', ' media="not all">')}`;
  });
}

/** A module's chunk, the chunks that it imports, and their styles. */
function filesOf(chunks: readonly Rollup.OutputChunk[], module: string): string[] {
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!first) throw new Error(`${module} is in no chunk`);
  const found = new Set<Rollup.OutputChunk>();
  const follow = (chunk: Rollup.OutputChunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) follow(imported);
    }
  };
  follow(first);
  return [...found].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
}

/**
 * Runs in the page's head; holds no angle bracket, for the policy's hash is taken of it as it stands. Who may be signed in is
 * asked about at once, too: the same question that the session asks when its code has come.
 */
const script = (files: string) => `
const { files, asks } = ${files}[location.pathname] ?? {};
const ask = (href, rel, as) => {
  const link = document.createElement('link');
  Object.assign(link, { rel, crossOrigin: '', href }, as && { as });
  document.head.append(link);
};
for (const file of files ?? []) file.endsWith('.css') ? ask('/' + file, 'preload', 'style') : ask('/' + file, 'modulepreload');
const [, role] = /(?:^|; )userRole=([^;]+)/.exec(document.cookie) ?? [];
if (files && role && /(?:^|; )userId=/.test(document.cookie)) {
  const client = role === 'ClientUser';
  ask(client ? '/api/ai/client-auth/verify' : '/api/auth/verify', 'preload', 'fetch');
  if (client && location.search === '') for (const call of asks) ask(call, 'preload', 'fetch');
}
`;
