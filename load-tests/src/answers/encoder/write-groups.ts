import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { embeddedText } from '../../../../api/src/assistant/answers/embeddings/embedded-text.ts';
import { sitePages } from '../../../../api/src/assistant/answers/testing/site-pages.ts';
import { trainingSites } from '../example-sites.ts';
import { articleQuestions, halfOf, siteQuestions, squad } from '../question-sets.ts';

/**
 * Writes a line of JSON for each training site and each article of the even half: its passages as they are embedded, and
 * questions with the indexes of the passages that answer. `train.py` reads the file.
 */
const FILE = process.argv[2] ?? 'groups.ndjson';

interface Passage {
  readonly embedded: string;
  /** On one line. */
  readonly text: string;
}

interface LabeledQuestion {
  readonly question: string;
  readonly gold: readonly number[];
}

const out = createWriteStream(FILE);

/** Writes the passages of a site and the questions that some of them answer. */
function write(passages: readonly Passage[], questions: readonly LabeledQuestion[]): void {
  const embedded = passages.map((each) => each.embedded);
  out.write(
    `${JSON.stringify({ passages: embedded, questions: questions.filter(({ gold }) => gold.length > 0) })}\n`,
  );
}

async function passagesIn(directory: string): Promise<Passage[]> {
  const passages: Passage[] = [];
  for await (const { title, passages: ofPage } of sitePages(directory))
    for (const { heading, text } of ofPage)
      passages.push({ embedded: embeddedText({ title, heading, text }), text: text.replaceAll(/\s+/g, ' ') });
  return passages;
}

const indexesOf = <Value>(values: readonly Value[], isMatch: (value: Value) => boolean) =>
  values.flatMap((value, i) => (isMatch(value) ? [i] : []));

const questionsBySite = Map.groupBy(await siteQuestions(), ({ site }) => site);
for (const { name, directory, questions } of trainingSites()) {
  const passages = await passagesIn(directory);
  const ofSite = questions.flatMap(({ asked: [question = '', ...others], says }) =>
    says.length > 0 && others.length === 0
      ? [{ question, gold: indexesOf(passages, ({ text }) => says.every((each) => each.test(text))) }]
      : [],
  );
  const more = (questionsBySite.get(name) ?? []).map(({ asked, says }) => ({
    question: asked,
    gold: indexesOf(passages, ({ text }) => says.some((each) => text.includes(each))),
  }));
  write(passages, [...ofSite, ...more]);
}
const questionsByParagraph = Map.groupBy(
  [
    ...(await articleQuestions()),
    ...(await articleQuestions(new URL('article-questions.ndjson', import.meta.url))),
  ],
  ({ paragraph }) => paragraph,
);
for (const { title, units } of halfOf(await squad(), 'even').pages)
  write(
    units.map(({ text }) => ({ embedded: embeddedText({ title, heading: '', text }), text })),
    units.flatMap(({ id }, i) =>
      (questionsByParagraph.get(id) ?? []).map(({ asked }) => ({ question: asked, gold: [i] })),
    ),
  );
await finished(out.end());
