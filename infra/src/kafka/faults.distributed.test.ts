import { seededRandom } from '@landline/scoring-engine/testing/random';
import { expect, test } from 'vitest';
import { runFaults } from '../testing/fault-run.ts';

const TIMEOUT_MS = 420_000;

test('loses, repeats and blocks no event under random faults with two of each process, and matches a rebuild', {
  timeout: TIMEOUT_MS,
}, async () => {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const report = await runFaults({ faults: 25, minutes: 3, random: seededRandom(), say });
  say(JSON.stringify(report));
  expect(report.runs).toBeGreaterThan(0);
  expect(report).toMatchObject({
    lost: [],
    unexpected: [],
    contradicted: [],
    parked: 0,
    stuck: [],
    wrongRuns: [],
    differing: [],
  });
});
