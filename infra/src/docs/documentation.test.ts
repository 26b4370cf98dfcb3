import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../supervisor/instance.ts';
import { eventCatalog } from './event-catalog.ts';
import { refreshSpecification, SPECIFICATION_PAGE, staleLinks } from './specification.ts';

/** Set by the supervisor for the processes that it starts. */
const INTERNAL = new Set(['NODE_ENV', 'EMBEDDED', 'WEB_DIR']);

/** Files that parse environment variables of processes and commands. */
const CONFIGURATION = [
  'api/src/platform/config.ts',
  'infra/runtime/src/process/environment.ts',
  'infra/src/anchor/main.ts',
  'infra/src/config.ts',
  'infra/src/kafka/main.ts',
  'projections/src/config.ts',
  'scoring-engine/src/config.ts',
];

const PAGES = await Array.fromAsync(glob('{*.md,docs/**/*.md}', { cwd: ROOT }));

/** Matches a script of the root or of a workspace. */
const SCRIPT = /npm run ([a-z][a-z:-]*)(?: --workspace ([a-z-]+))?/g;

test.each(PAGES)('%s links to files that exist and names npm scripts that exist', async (page) => {
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '');
  const files = links.filter((target) => !target.includes('://'));
  const missing: string[] = [];
  for (const target of files) {
    const file = await stat(path.join(ROOT, path.dirname(page), target)).catch(() => undefined);
    if (!file) missing.push(target);
  }
  expect(missing).toEqual([]);
  for (const [command, script = '', workspace = '.'] of text.matchAll(SCRIPT)) {
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, workspace, 'package.json'), 'utf8'));
    expect(scripts, command).toHaveProperty([script]);
  }
});

test.each(['README.md', 'CONTRIBUTING.md'])('%s names the Node version that npm requires', async (page) => {
  const { engines } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const [, version] = /You need Node (\S+) or later/.exec(text) ?? [];
  expect(`>=${version}`).toBe(engines.node);
});

test('the configuration page names every variable that a process reads', async () => {
  const text = await readFile(path.join(ROOT, 'docs/configuration.md'), 'utf8');
  const sources = await Promise.all(CONFIGURATION.map((file) => readFile(path.join(ROOT, file), 'utf8')));
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

test('the specification page names only files that match its statements (npm run docs:specification)', async () => {
  const page = await readFile(SPECIFICATION_PAGE, 'utf8');
  expect(await staleLinks(page)).toEqual([]);
  const section = page.split(/^(?=## )/m).find((each) => each.startsWith('## 001 §9')) ?? '';
  const renamed = section.replaceAll(
    'scoring-engine/src/model/weights.ts',
    'scoring-engine/src/model/points.ts',
  );
  expect(await staleLinks(renamed)).toContain('001 §9: scoring-engine/src/model/points.ts');
});

test('refreshing the specification page fails if one of its search terms matches nothing', async () => {
  const row = '| Prompts have a sample. | `PROMPT_TYPES` `REMOVED_CONSTANT` | | |';
  await expect(refreshSpecification(`## 002 §5\n\n${row}`)).rejects.toThrow(
    'No file contains `REMOVED_CONSTANT`: Prompts have a sample.',
  );
});
