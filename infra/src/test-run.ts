import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { buildWeb } from './supervisor/web-build.ts';

/**
 * `npm test` runs everything that decides whether main is good, fastest checks first; `npm run test:distributed` runs the
 * tests that need a real broker. Ends with the names and errors of what failed and the line
 * `N passed, N failed, N skipped`; a check counts as one test.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = path.join(root, 'test-results');
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Report extends Counts {
  /** Names of the failed tests, each with the beginning of its errors below. */
  readonly failures: readonly string[];
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const ERROR_LINES = 12;

/** Returns the name of a failed test, with the beginning of each of its errors below. */
function describeFailure(name: string, errors: readonly string[]): string {
  const lines = errors.flatMap((error) =>
    stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, ERROR_LINES),
  );
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  // Through pipes, runners print line by line; on a terminal, two at a time would overwrite each other's lines.
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return code === 0;
}

function addCounts(title: string, counts: Counts): void {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  process.stdout.write(
    `\n── ${title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n\n`,
  );
}

/** Runs a program that passes or fails as a whole, and prints its output at its end. */
async function check(title: string, program: string, args: string[]): Promise<void> {
  const { passed, output } = await promisify(execFile)(program, args, {
    cwd: root,
    maxBuffer: 100_000_000,
  }).then(
    ({ stdout, stderr }) => ({ passed: true, output: stdout + stderr }),
    ({ message, stdout = '', stderr = '' }) => ({ passed: false, output: `${stdout}${stderr}${message}\n` }),
  );
  process.stdout.write(output);
  if (!passed) failures.push(title);
  addCounts(title, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
}

/**
 * A runner that fails without a failed test in its report counts as one failure, because it broke outside of a test.
 */
async function suite(
  title: string,
  program: string,
  args: string[],
  report: string,
  read: (json: never) => Report,
  env?: NodeJS.ProcessEnv,
) {
  const passed = await run(program, args, env);
  const json = await readFile(path.join(reports, report), 'utf8').catch(() => undefined);
  const counts =
    json === undefined ? { passed: 0, failed: 0, skipped: 0, failures: [] } : read(JSON.parse(json) as never);
  failures.push(...counts.failures.map((name) => `${title}: ${name}`));
  if (!passed && counts.failed === 0) {
    counts.failed = 1;
    if (counts.failures.length === 0) failures.push(`${title}: an error outside of its tests, printed above`);
  }
  addCounts(title, counts);
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly {
    name: string;
    status: string;
    /** Error of a file whose tests could not run. */
    message: string;
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
  }[];
}

/** Names failed tests by file and title; a file whose tests could not run, by itself. */
function failuresIn({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0
        ? [describeFailure(file, [message])]
        : failed.map(({ fullName, failureMessages }) =>
            describeFailure(`${file} › ${fullName}`, failureMessages),
          );
    });
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly results: readonly { readonly errors: readonly { message: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const failedSpecs = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return describeFailure(
        `${file}:${line} › ${title}`,
        errors.map(({ message }) => message),
      );
    }),
  ...suites.flatMap(failedSpecs),
];

async function vitest(title: string, report: string, ...args: string[]): Promise<void> {
  const file = `--outputFile.json=${path.join(reports, report)}`;
  await suite(
    title,
    bin('vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', file],
    report,
    (json: VitestReport) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
      failures: failuresIn(json),
    }),
  );
}

const playwright = () =>
  suite(
    'Browser',
    bin('playwright'),
    ['test', '--reporter=list,json'],
    'playwright.json',
    (json: PlaywrightReport) => ({
      passed: json.stats.expected,
      failed: json.stats.unexpected + json.stats.flaky,
      skipped: json.stats.skipped,
      failures: failedSpecs(json),
    }),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'playwright.json') },
  );

async function runAll(): Promise<void> {
  await Promise.all([
    check('Format, lint, layering', bin('biome'), ['check', '--error-on-warnings', '.']),
    check('Types (servers)', bin('tsc'), ['-p', 'tsconfig.json']),
    check('Types (web)', bin('tsc'), ['-p', 'web/tsconfig.json']),
    check('Dead code', bin('knip'), []),
  ]);
  await vitest('Unit', 'unit.json', '--project', 'unit');
  // Build once: tests that start the product at the same time would build into the same directory.
  await buildWeb(root);
  // At the same time, because tests of faults and restarts mostly wait.
  await Promise.all([vitest('Integration', 'integration.json', '--project', 'integration'), playwright()]);
}

// A runner that dies before it writes its report must not leave an earlier one.
await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
if (process.argv.includes('--distributed'))
  await vitest('Distributed', 'distributed.json', '--project', 'distributed');
else await runAll();

if (failures.length > 0) process.stdout.write(`Failed:\n${failures.map((name) => `  ${name}\n`).join('')}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed === 0 ? 0 : 1);
