import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';

const PRIORITIES = `
  import { readdirSync } from 'node:fs';
  import { getPriority, setPriority } from 'node:os';
  import { lowerPriority } from '${new URL('./lower-priority.ts', import.meta.url)}';
  const threads = readdirSync('/proc/self/task').map(Number);
  setPriority(threads[1], 12);
  lowerPriority(7);
  console.log(JSON.stringify(threads.map((thread) => getPriority(thread))));
`;

test.runIf(process.platform === 'linux')('lowers the priority of all threads and raises none', () => {
  const run = execFileSync(process.execPath, ['--input-type=module', '-e', PRIORITIES], {
    encoding: 'utf8',
  });
  const [main, lower, ...others] = JSON.parse(run) as number[];
  const expected = Math.max(getPriority(), 7);
  expect(lower).toBe(12);
  expect(others.length).toBeGreaterThan(0);
  expect(new Set([main, ...others])).toEqual(new Set([expected]));
});
