import { seededRandom } from '@landline/scoring-engine/testing/random';
import { runFaultRounds } from './fault-rounds.ts';

/** Runs fault rounds for programs that cannot import them and sends the report. */
const say = (line: string) => process.stderr.write(`${line.trimEnd()}\n`);
const rounds = Number(process.env.ROUNDS ?? 3);
const report = await runFaultRounds({ rounds, random: seededRandom(say), say });
say(JSON.stringify(report));
if (process.send) process.send(report, () => process.exit());
else process.exit();
