import { seededRandom } from '@landline/scoring-engine/testing/random';
import { expect, test } from 'vitest';
import { runFaultRounds } from '../testing/fault-rounds.ts';

const PATIENCE_MS = 420_000;

test('two of each process, faults at random moments: nothing is lost, applied twice or stuck, and all is as a rebuild makes it', {
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
