import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VISITOR_QUESTIONS, type VisitorQuestion } from './visitor-questions.ts';

/**
 * Asks the visitors' questions and prints each answer for a person to review, with a preliminary verdict: whether it
 * contains the expected texts. `OPENAI_MODEL` and its other settings let a model write the answers. Exits with status 1
 * if the websites are missing.
 */
const SITES = new URL('../../../../shared/data/sites/', import.meta.url);
const PROGRAM = new URL('../../../api/src/assistant/answers/testing/site-answers.ts', import.meta.url);

interface Answer {
  readonly text: string;
  readonly urls: readonly string[];
  readonly suggestions: readonly string[];
  readonly answered: boolean;
  readonly confidence: number;
}

if (!existsSync(SITES)) {
  process.stderr.write('The websites are missing: ../shared/data/sites\n');
  process.exit(1);
}
const program = fork(fileURLToPath(PROGRAM), {
  execArgv: [],
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
await once(program, 'message');
const counts = new Map<string, number>();
for (const site of new Set(VISITOR_QUESTIONS.map((each) => each.site))) {
  const directory = fileURLToPath(new URL(`${site}/html`, SITES));
  await call(program, { kind: 'index', site, directory });
}
for (const [index, each] of VISITOR_QUESTIONS.entries()) {
  const answer = await call<Answer>(program, { kind: 'ask', site: each.site, questions: each.asked });
  const verdict = verdictOn(each, answer);
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const { text, urls, suggestions, confidence } = answer;
  const lines = [text, ...suggestions.map((suggestion) => `(${suggestion})`), urls.join(' ')].join('\n');
  const heading = `${index + 1}. ${each.asked.join(' / ')} (${verdict}, confidence ${confidence.toFixed(2)})`;
  process.stdout.write(`${heading}\n${lines.replaceAll(/^/gm, '   ')}\n\n`);
}
process.stdout.write(`${[...counts].map(([verdict, count]) => `${verdict} ${count}`).join(', ')}\n`);
await call(program, { kind: 'stop' });

function verdictOn({ says, isSmallTalk }: VisitorQuestion, { text, urls, answered }: Answer): string {
  if (isSmallTalk) return answered && urls.length === 0 ? 'as expected' : 'other';
  if (says.length === 0) return answered ? 'other' : 'as expected';
  if (!answered) return 'refused';
  return says.every((pattern) => pattern.test(text)) ? 'as expected' : 'other';
}

async function call<Out>(child: ChildProcess, message: object): Promise<Out> {
  const answered = once(child, 'message');
  child.send(message);
  return (await answered)[0] as Out;
}
