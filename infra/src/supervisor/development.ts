import path from 'node:path';
import { createServer } from 'vite';
import type { Config } from '../config.ts';
import { type Instance, ROOT } from './instance.ts';

const DEBOUNCE_MS = 100;

/** Processes to restart when sources in a folder change. */
const PROCESSES_BY_FOLDER: Record<string, readonly string[]> = {
  'infra/runtime': ['projections', 'scoring-engine', 'api', 'worker'],
  'event-schemas': ['projections', 'scoring-engine', 'api', 'worker'],
  'scoring-engine': ['scoring-engine', 'api', 'worker'],
  projections: ['projections', 'api', 'worker'],
  api: ['api', 'worker'],
};

/** Starts hot reload: Vite serves the web, and processes restart when their sources change. Returns Vite's URL. */
export async function startDevelopment(config: Config, instance: Instance): Promise<string> {
  process.env.API_URL = instance.services.apiUrl;
  const vite = await createServer({ root: path.join(ROOT, 'web') });
  for (const [folder, names] of Object.entries(PROCESSES_BY_FOLDER)) {
    const sources = path.join(ROOT, folder, 'src');
    let debounce: NodeJS.Timeout | undefined;
    // Node's own recursive watcher loses a file that an editor replaces.
    vite.watcher.add(sources).on('all', (_event, file) => {
      if (!file.startsWith(sources + path.sep) || file.includes('.test.')) return;
      clearTimeout(debounce);
      debounce = setTimeout(() => {
        for (const name of names) instance.children.get(name)?.restart();
      }, DEBOUNCE_MS);
    });
  }
  await vite.listen();
  return vite.resolvedUrls?.local[0] ?? config.publicUrl;
}
