import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';

const PRIORITIES = `
  import { readdirSync } from 'node:fs';
  import { getPriority, setPriority } from 'node:os';
  import { giveWay } from '${new URL('./give-way.ts', import.meta.url)}';
  const threads = readdirSync('/proc/self/task').map(Number);
  setPriority(threads[1], 12);
  giveWay(7);
  console.log(JSON.stringify(threads.map((thread) => getPriority(thread))));
`;

test.runIf(process.platform === 'linux')(
  'a process gives way with all its threads, and none gets ahead',
  () => {
    const run = execFileSync(process.execPath, ['--input-type=module', '-e', PRIORITIES], {
      encoding: 'utf8',
    });
    const [main, behind, ...others] = JSON.parse(run) as number[];
    const given = Math.max(getPriority(), 7);
    expect(behind).toBe(12);
    expect(others.length).toBeGreaterThan(0);
    expect(new Set([main, ...others])).toEqual(new Set([given]));
  },
);
