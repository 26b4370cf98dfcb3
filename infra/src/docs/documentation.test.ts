import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../supervisor/instance.ts';
import { eventCatalog } from './event-catalog.ts';

/** Set by the supervisor for the processes that it starts. */
const INTERNAL = new Set(['NODE_ENV', 'EMBEDDED', 'WEB_DIR']);

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/configuration.md',
  'docs/event-store.md',
  'docs/events.md',
  'docs/operations.md',
  'docs/paths/README.md',
  'docs/paths/client-created.md',
  'docs/paths/file-imported.md',
  'docs/paths/page-crawled.md',
  'docs/paths/property-classified.md',
  'docs/paths/version-rolled-back.md',
];

test.each(PAGES)('%s links to files that exist and names npm scripts that exist', async (page) => {
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '');
  const files = links.filter((target) => !target.includes('://'));
  const missing: string[] = [];
  for (const target of files) {
    const found = await stat(path.join(ROOT, path.dirname(page), target)).catch(() => undefined);
    if (!found) missing.push(target);
  }
  expect(missing).toEqual([]);
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const named = [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, script]) => script);
  expect(named.filter((script) => script === undefined || !(script in scripts))).toEqual([]);
});

test('the configuration page names every variable that a process reads', async () => {
  const text = await readFile(path.join(ROOT, 'docs/configuration.md'), 'utf8');
  const sources = await Promise.all(
    ['api/src/platform/config.ts', 'infra/src/config.ts'].map((file) =>
      readFile(path.join(ROOT, file), 'utf8'),
    ),
  );
  const variables = sources
    .flatMap((source) => [...source.matchAll(/^ {2}([A-Z][A-Z_]{3,}):/gm)])
    .map(([, name]) => name as string)
    .filter((name) => !INTERNAL.has(name));
  expect(variables.length).toBeGreaterThan(20);
  expect(variables.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('the events page is up to date (npm run docs:events)', async () => {
  expect(await readFile(path.join(ROOT, 'docs/events.md'), 'utf8')).toBe(await eventCatalog());
});
