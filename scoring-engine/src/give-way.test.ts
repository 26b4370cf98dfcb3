import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PRIORITIES = `
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { giveWay } from '${new URL('./give-way.ts', import.meta.url)}';
  const priorities = () => readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
  giveWay(7);
  const given = priorities();
  giveWay(3);
  console.log(JSON.stringify([given, priorities()]));
`;

test.runIf(process.platform === 'linux')(
  'a process gives way with all its threads, and never pushes forward again',
  () => {
    const run = execFileSync(process.execPath, ['--input-type=module', '-e', PRIORITIES], {
      encoding: 'utf8',
    });
    const [given, kept] = JSON.parse(run) as number[][];
    expect(given?.length).toBeGreaterThan(1);
    expect(new Set(given)).toEqual(new Set([7]));
    expect(new Set(kept)).toEqual(new Set([7]));
  },
);
