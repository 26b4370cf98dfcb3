import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './supervisor/instance.ts';

const FORBIDDEN = [
  ['event-schemas', '@landline/projections'],
  ['event-schemas', 'pg'],
  ['scoring-engine', '@landline/api/deps'],
  ['projections', '@landline/scoring-engine'],
  ['api', '@landline/infra/config'],
  ['web', '@landline/api/deps'],
  ['web', '@landline/scoring-engine'],
  ['load-tests', '@landline/api/deps'],
  ['load-tests', '@landline/infra/supervisor/start'],
] as const;

const ALLOWED = [
  ['scoring-engine', '@landline/event-schemas'],
  ['projections', '@landline/event-schemas/codec'],
  ['api', '@landline/scoring-engine'],
  ['web', '@landline/api/candidates/contract'],
  ['infra', '@landline/projections'],
  ['load-tests', '@landline/infra/testing/chromium'],
] as const;

const planted = (workspace: string, imported: string) =>
  `${workspace}/src/${imported.replaceAll(/[^a-z]+/g, '-')}-planted.ts`;

/** A tree with our linter's rules and one file for each import. */
let tree: string;
let complaints: string;

beforeAll(async () => {
  tree = await mkdtemp(path.join(os.tmpdir(), 'landline-layering-'));
  for (const file of ['biome.json', '.gitignore'])
    await copyFile(path.join(ROOT, file), path.join(tree, file));
  for (const [workspace, imported] of [...FORBIDDEN, ...ALLOWED]) {
    await mkdir(path.join(tree, workspace, 'src'), { recursive: true });
    const source = `import { thing } from '${imported}';\nexport const used = thing;\n`;
    await writeFile(path.join(tree, planted(workspace, imported)), source);
  }
  complaints = await new Promise((resolve) => {
    const args = ['lint', '--reporter=github', '--max-diagnostics=none', '.'];
    execFile(path.join(ROOT, 'node_modules/.bin/biome'), args, { cwd: tree }, (_failed, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
});

afterAll(() => rm(tree, { recursive: true, force: true }));

const refused = (workspace: string, imported: string) =>
  complaints
    .split('\n')
    .some((line) => line.includes(planted(workspace, imported)) && line.includes('noRestrictedImports'));

describe('imports run downward only', () => {
  it.each(FORBIDDEN)('%s may not import %s', (workspace, imported) => {
    expect(refused(workspace, imported), complaints).toBe(true);
  });

  it.each(ALLOWED)('%s may import %s', (workspace, imported) => {
    expect(refused(workspace, imported), complaints).toBe(false);
  });
});
