import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './supervisor/instance.ts';

const run = promisify(execFile);
/** Limit of the image's packages, in megabytes. */
const PACKAGES_MB = 200;

let image: string;

/** Carries out the COPY and RUN lines of a stage of the Dockerfile in a directory. */
async function build(stage: string, dockerfile: string): Promise<void> {
  const [, lines = ''] =
    new RegExp(`^FROM \\S+ AS ${stage}\n((?:(?!FROM ).*\n)*)`, 'm').exec(dockerfile) ?? [];
  for (const line of lines.split('\n')) {
    const [, command] = /^RUN (.*)$/.exec(line) ?? [];
    if (command !== undefined) await run('sh', ['-c', command], { cwd: image, maxBuffer: 10_000_000 });
    const [, sources = '', target = ''] = /^COPY (.*) (\S+)$/.exec(line) ?? [];
    for (const source of sources.split(' ').filter((each) => each !== '')) {
      const to = path.join(image, target, path.basename(source));
      await mkdir(path.dirname(to), { recursive: true });
      await cp(path.join(ROOT, source), to);
    }
  }
}

beforeAll(async () => {
  image = await mkdtemp(path.join(os.tmpdir(), 'landline-image-'));
  const dockerfile = await readFile(path.join(ROOT, 'infra/containers/Dockerfile'), 'utf8');
  await build('manifests', dockerfile);
  await build('packages', dockerfile);
  const [last = ''] = dockerfile.split('\nFROM ').slice(-1);
  for (const [, folder = ''] of last.matchAll(/^COPY (\S+) \1$/gm))
    await cp(path.join(ROOT, folder), path.join(image, folder), {
      recursive: true,
      filter: (source) => !/\/(?:node_modules|dist)$/.test(source),
    });
}, 600_000);
afterAll(() => rm(image, { recursive: true, force: true }));

/** Returns the output of a program that is started without configuration. */
const outputOf = (...args: string[]) =>
  run(process.execPath, args, { cwd: image, env: { PATH: process.env.PATH } }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code: code as number, text: stderr as string }),
  );

describe('the packages of the image', { timeout: 120_000 }, () => {
  test(`take at most ${PACKAGES_MB} MB`, async () => {
    const { stdout } = await run('du', ['-sm', path.join(image, 'node_modules')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(PACKAGES_MB);
  });

  test.each([
    'api/src/main.ts',
    'api/src/worker.ts',
    'projections/src/main.ts',
    'projections/src/relay/main.ts',
    'scoring-engine/src/main.ts',
    'infra/src/anchor/main.ts',
  ])('let %s load and ask for its configuration', async (entry) => {
    const { code, text } = await outputOf('--import=./infra/src/process-report/preload.ts', entry);
    expect(text).toMatch(/^(?:DATABASE_URL|EVENTSTORE_URL|JWT_SECRET): /);
    expect(code).toBe(1);
  });

  test('include the landline command and the encoder', async () => {
    expect(await outputOf('infra/src/cli/landline.ts', 'help')).toMatchObject({ code: 0 });
    const script =
      "import('onnxruntime-node').then(({ InferenceSession }) => console.log(typeof InferenceSession.create))";
    expect(await outputOf('--input-type=module', '--eval', `process.chdir('api'); ${script}`)).toEqual({
      code: 0,
      text: 'function\n',
    });
  });
});
