import { seededRandom } from '@landline/scoring-engine/testing/random';
import { expect, test } from 'vitest';
import { runFaultRounds } from '../testing/fault-rounds.ts';

const PATIENCE_MS = 420_000;

test('loses, repeats and blocks nothing under random faults with two of each process, and matches a rebuild', {
  timeout: PATIENCE_MS,
}, async () => {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const rounds = 3;
  const report = await runFaultRounds({ rounds, random: seededRandom(), say });
  say(JSON.stringify(report));
  expect(report.runs).toBeGreaterThanOrEqual(rounds);
  expect(report).toMatchObject({
    lost: [],
    twice: [],
    contradicted: [],
    parked: 0,
    wrongRuns: [],
    differing: [],
  });
});
