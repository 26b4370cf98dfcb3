import { glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildWeb, SOURCES } from './web-build.ts';

/** Stands in for Vite: empties the output directory, and fails if another build uses it. */
const FAKE_VITE = `
  const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
  const option = (name, otherwise) => process.argv[process.argv.indexOf(name) + 1 || Infinity] ?? otherwise;
  const isWidget = process.argv.includes('-c');
  const outDir = option('--outDir');
  appendFileSync('../builds.txt', outDir + '\\n');
  if (!isWidget) rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: isWidget });
  setTimeout(() => {
    writeFileSync(outDir + '/' + option('--mode', 'index') + '.js', '', { flag: 'wx' });
  }, 300);
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'landline-web-'));
  await mkdir(path.join(root, 'node_modules/vite/bin'), { recursive: true });
  await mkdir(path.join(root, 'web/src'), { recursive: true });
  await writeFile(path.join(root, 'node_modules/vite/bin/vite.js'), FAKE_VITE);
  await writeFile(path.join(root, 'web/src/main.ts'), '1');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const builds = async () => (await readFile(path.join(root, 'builds.txt'), 'utf8')).trim().split('\n').length;

test('two processes can build at the same time', async () => {
  const dist = path.join(root, 'web/dist');
  expect(await Promise.all([buildWeb(root), buildWeb(root)])).toEqual([dist, dist]);
  expect((await readdir(dist, { recursive: true })).toSorted()).toEqual([
    ...['.built-from', 'index.js', 'widget', 'widget/launcher.js', 'widget/panel.js'],
  ]);
  expect((await readdir(path.join(root, 'web'))).toSorted()).toEqual(['dist', 'src']);
});

test('builds again only when a source has changed', async () => {
  await buildWeb(root);
  await buildWeb(root);
  expect(await builds()).toBe(3);
  await writeFile(path.join(root, 'web/src/main.ts'), '2');
  await buildWeb(root);
  expect(await builds()).toBe(6);
});

test('depends on every file of the API that the contracts import', async () => {
  const repository = path.resolve(import.meta.dirname, '../../..');
  const pending = await Array.fromAsync(glob('api/src/**/*contract.ts', { cwd: repository }));
  const files = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const code = await readFile(path.join(repository, file), 'utf8');
    for (const [, specifier = ''] of code.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\..+?)';$/gm))
      pending.push(path.join(path.dirname(file), specifier));
  }
  expect(files).toContain('api/src/clients/clients/domains.ts');
  const missing = [...files].filter((file) => !SOURCES.some((pattern) => path.matchesGlob(file, pattern)));
  expect(missing).toEqual([]);
});

test('keeps the previous build when a build fails', async () => {
  await buildWeb(root);
  await writeFile(path.join(root, 'web/src/main.ts'), '2');
  await writeFile(path.join(root, 'node_modules/vite/bin/vite.js'), 'process.exit(1)');
  await expect(buildWeb(root)).rejects.toThrow('The web build failed (exit code 1)');
  expect(await readdir(path.join(root, 'web/dist'))).toContain('index.js');
});
