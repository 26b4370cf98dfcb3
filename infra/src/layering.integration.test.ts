import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './supervisor/instance.ts';

const RESTRICTED = 'noRestrictedImports';
const CYCLE = 'noImportCycles';

/** Forbidden imports by file, each with the linter rule that rejects it. */
const VIOLATIONS = [
  // Workspaces
  ['event-schemas/src/a.ts', '@landline/projections', RESTRICTED],
  ['event-schemas/src/b.ts', '@landline/runtime/process/pause', RESTRICTED],
  ['event-schemas/src/c.ts', 'pg', RESTRICTED],
  ['event-schemas/src/d.ts', 'node:crypto', RESTRICTED],
  ['event-schemas/src/e.ts', '@opentelemetry/api', RESTRICTED],
  ['infra/runtime/src/a.ts', '@landline/projections', RESTRICTED],
  ['scoring-engine/src/a.ts', '@landline/api/connect', RESTRICTED],
  ['projections/src/a.ts', '@landline/scoring-engine', RESTRICTED],
  ['api/src/a.ts', '@landline/infra/config', RESTRICTED],
  ['web/src/a.ts', '@landline/api/connect', RESTRICTED],
  ['web/src/b.ts', '@landline/scoring-engine', RESTRICTED],
  ['load-tests/src/a.ts', '@landline/api/connect', RESTRICTED],
  ['load-tests/src/b.ts', '@landline/infra/supervisor/start', RESTRICTED],
  // Rooms
  ['api/src/platform/http/a.ts', '../../clients/clients/access.ts', RESTRICTED],
  ['api/src/clients/clients/a.ts', '../../identity/users/users.ts', RESTRICTED],
  ['api/src/identity/users/a.ts', '../../property/datasets/queries.ts', RESTRICTED],
  ['api/src/property/datasets/a.ts', '../../assistant/answers/answers.ts', RESTRICTED],
  ['api/src/assistant/answers/a.ts', '../../property/datasets/queries.ts', RESTRICTED],
  ['api/src/public-site/contact/a.ts', '../../operations/erasure/erase.ts', RESTRICTED],
  ['projections/src/projectors/clients/a.ts', '../identity/staff.ts', RESTRICTED],
  ['projections/src/projectors/assistant/a.ts', '../property/notes.ts', RESTRICTED],
  ['web/src/features/platform/activity/a.ts', '../../identity/account/account.ts', RESTRICTED],
  ['web/src/features/assistant/website/a.ts', '../../property/map/map.ts', RESTRICTED],
  // app → features → shared
  ['web/src/features/property/map/a.ts', '../../../app/router.tsx', RESTRICTED],
  ['web/src/shared/a.ts', '../features/property/map/style.ts', RESTRICTED],
  ['web/src/shared/ui/a.ts', '../../app/theme.ts', RESTRICTED],
  // Cycles
  ['api/src/platform/x/a.ts', './b.ts', CYCLE],
  ['api/src/platform/x/b.ts', './a.ts', CYCLE],
  ['web/src/features/property/x/a.ts', 'type ./b.ts', CYCLE],
  ['web/src/features/property/x/b.ts', 'type ./a.ts', CYCLE],
] as const;

const ALLOWED = [
  ['infra/runtime/src/ok-a.ts', '@landline/event-schemas'],
  ['scoring-engine/src/ok-a.ts', '@landline/runtime/process/pause'],
  ['projections/src/ok-a.ts', '@landline/event-schemas/codec'],
  ['api/src/ok-a.ts', '@landline/scoring-engine'],
  ['web/src/ok-a.ts', '@landline/api/property/candidates/contract'],
  ['web/src/ok-b.ts', '@landline/api/property/candidates/points-contract'],
  ['infra/src/ok-a.ts', '@landline/projections'],
  ['load-tests/src/ok-a.ts', '@landline/infra/testing/chromium'],
  ['api/src/clients/clients/ok-a.ts', '../../platform/http/route.ts'],
  ['api/src/operations/erasure/ok-a.ts', '../../property/datasets/queries.ts'],
  ['api/src/assistant/widget/ok-a.ts', '../../identity/users/users.ts'],
  ['web/src/features/operations/erasure/ok-a.ts', '../../assistant/website/pages.ts'],
  ['web/src/app/ok-a.ts', '../features/property/map/style.ts'],
  ['web/src/features/property/map/ok-a.ts', '../../../shared/format.ts'],
] as const;

/** Temporary folder with the linter's configuration and one file for each import. */
let tree: string;
let report: string;

async function writeSource(file: string, source: string): Promise<void> {
  const target = path.join(tree, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, source);
}

beforeAll(async () => {
  tree = await mkdtemp(path.join(os.tmpdir(), 'landline-layering-'));
  for (const file of ['biome.json', '.gitignore'])
    await copyFile(path.join(ROOT, file), path.join(tree, file));
  for (const [file, specifier] of [...VIOLATIONS, ...ALLOWED]) {
    const [, type, from] = /^(type )?(.*)$/.exec(specifier) ?? [];
    const source = type
      ? `import type { Thing as Other } from '${from}';\nexport type Thing = Other[];\n`
      : `import { thing as other } from '${from}';\nexport const thing = other;\n`;
    await writeSource(file, source);
  }
  await writeSource(
    'api/src/floating.ts',
    'async function work() {}\nexport function start() {\n  work();\n}\n',
  );
  report = await new Promise((resolve) => {
    const args = ['lint', '--reporter=github', '--max-diagnostics=none', '.'];
    execFile(path.join(ROOT, 'node_modules/.bin/biome'), args, { cwd: tree }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
});

afterAll(() => rm(tree, { recursive: true, force: true }));

/** Returns the error lines about one file. */
const errorsOf = (file: string) =>
  report.split('\n').filter((line) => line.startsWith('::error') && line.includes(`${file},`));

describe('the linter', () => {
  test.each(VIOLATIONS)('does not let %s import %s (%s)', (file, _specifier, rule) => {
    expect(
      errorsOf(file).some((line) => line.includes(rule)),
      report,
    ).toBe(true);
  });

  test.each(ALLOWED)('lets %s import %s', (file) => {
    expect(errorsOf(file), report).toEqual([]);
  });

  test('rejects a floating promise', () => {
    expect(errorsOf('api/src/floating.ts').some((line) => line.includes('noFloatingPromises'))).toBe(true);
  });
});
