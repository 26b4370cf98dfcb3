import { seededRandom } from '@landline/scoring-engine/testing/random';
import { runFaults } from './fault-run.ts';

/** Runs faults in a separate process, for programs that cannot import this module, and sends the report. */
const say = (line: string) => process.stderr.write(`${line.trimEnd()}\n`);
const { FAULTS = 20, MINUTES = 60 } = process.env;
const report = await runFaults({
  faults: Number(FAULTS),
  minutes: Number(MINUTES),
  random: seededRandom(say),
  say,
});
say(JSON.stringify({ ...report, recoveries: undefined }));
if (process.send) process.send(report, () => process.exit());
else process.exit();
