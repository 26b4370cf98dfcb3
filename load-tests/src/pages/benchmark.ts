import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';
import { type RunningProduct, startProduct } from '../product.ts';
import { type Browser, type Person, type SignInRoute, startBrowser } from './browser.ts';

const ROUNDS = 5;
const GOAL = 95;
const PAGES = {
  home: { path: '/' },
  login: { path: '/login' },
  portal: { path: '/SuperAdminPortal', route: '/api/auth/login' },
  client: { path: '/client/portal', route: '/api/ai/client-auth/login' },
} as const satisfies Record<string, { path: string; route?: SignInRoute }>;
/** Lighthouse presets: a slow phone on slow 4G, and a desktop. */
const DEVICES = { mobile: [], desktop: ['--preset=desktop'] } as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const LIGHTHOUSE = fileURLToPath(new URL('../cli/index.js', import.meta.resolve('lighthouse')));

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>;
  audits: { 'network-requests': { details: { items: { url: string; resourceType?: string }[] } } };
}

/** Runs Lighthouse on pages of the production build and measures the scripts that each page loads. */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const product = await startProduct({ DEMO_DATA: 'parcels' });
  const browser = await startBrowser();
  const figures: Figure[] = [];
  try {
    await waitUntilScored(product.url);
    for (const [page, target] of Object.entries(PAGES)) {
      if ('route' in target)
        await browser.signIn(product.url, target.route, await credentialsFor(target.route, product));
      for (const [device, preset] of Object.entries(DEVICES)) {
        const reports: Report[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          reports.push(await report(product.url + target.path, preset, browser));
          progress(`${page} ${device} ${scoresOf(reports.at(-1)).join(' ')}`);
        }
        for (const [index, category] of CATEGORIES.entries()) {
          const scores = reports.map((each) => scoresOf(each)[index] ?? 0);
          const value = median(scores);
          figures.push({
            id: `${page}_${device}_${category}`,
            value,
            unit: 'of 100',
            goal: GOAL,
            met: value >= GOAL,
            spread: [Math.min(...scores), Math.max(...scores)],
          });
        }
        if (device === 'mobile') figures.push(await measureScripts(page, reports[0]));
      }
    }
  } finally {
    await browser.stop();
    await product.stop();
  }
  return { name: 'pages', figures };
}

const scoresOf = (report: Report | undefined) =>
  CATEGORIES.map((category) => Math.round((report?.categories[category].score ?? 0) * 100));

async function report(url: string, preset: readonly string[], browser: Browser): Promise<Report> {
  await browser.clearCache();
  const flags = [
    `--port=${browser.port}`,
    // Keep the session cookie, which Lighthouse deletes by default.
    '--disable-storage-reset',
    `--only-categories=${CATEGORIES.join(',')}`,
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [LIGHTHOUSE, url, '--quiet', '--output=json', ...flags, ...preset],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Report;
}

/** Returns the sign-in of the SuperAdmin, or of the demo client that has every product. */
async function credentialsFor(route: SignInRoute, { superAdmin, dataDir }: RunningProduct): Promise<Person> {
  if (route === '/api/auth/login') return superAdmin;
  const { signIns } = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as {
    signIns: (Person & { name: string })[];
  };
  const demoClient = signIns.find(({ name }) => name === 'Demo client');
  if (!demoClient) throw new Error('The demo data has no client with every product');
  return demoClient;
}

/** Measures the compressed size of all scripts that the page loads without interaction. */
async function measureScripts(page: string, report: Report | undefined): Promise<Figure> {
  const items = report?.audits['network-requests'].details.items ?? [];
  const urls = new Set(items.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url));
  let bytes = 0;
  for (const url of urls) bytes += gzipSync(await (await fetch(url)).bytes(), { level: 9 }).length;
  return {
    id: `${page}_scripts`,
    value: bytes / 1_000,
    unit: 'kB gzip',
    spread: [bytes / 1_000, bytes / 1_000],
  };
}

/** Waits until the demo data is scored, because the home page shows its scores. */
async function waitUntilScored(url: string): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt++) {
    const showcase = (await (await fetch(`${url}/api/public/showcase`)).json()) as { data: unknown };
    if (showcase.data) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The demo data was not scored in time');
}
