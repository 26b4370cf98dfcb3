import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { trainingSites } from '../example-sites.ts';
import { articleQuestions, halfOf, squad } from '../question-sets.ts';
import { type CandidateSentence, RetrievalProcess } from '../retrieval-process.ts';

/**
 * Writes a line of JSON for each question of the training sites and each training question about articles: the question and
 * the sentences that may answer it, best first by their features, each with whether it answers. `train.py` reads the file.
 */
const FILE = process.argv[2] ?? 'choices.ndjson';
/** Sentences of a question: the best ones and all right ones. */
const MAX_SENTENCES = 24;

const out = createWriteStream(FILE);
const retrieval = new RetrievalProcess();

/** Writes a question; `isRight` is undefined for a question without an answer. */
async function write(
  set: string,
  asked: readonly string[],
  isRight: ((sentence: CandidateSentence) => boolean) | undefined,
): Promise<void> {
  const { question, sentences } = await retrieval.candidates(set, ...asked);
  const labeled = sentences.map((each) => ({
    sentence: each.inContext,
    isRight: isRight?.(each) ?? false,
  }));
  const kept = labeled.filter((each, i) => each.isRight || i < MAX_SENTENCES);
  // A right answer that the search did not find teaches nothing.
  if (isRight && !kept.some((each) => each.isRight)) return;
  out.write(`${JSON.stringify({ question, sentences: kept })}\n`);
}

try {
  for (const { name, directory, questions } of trainingSites()) {
    await retrieval.indexSite(name, directory);
    for (const { asked, isAnswerable, says } of questions)
      await write(
        name,
        asked,
        isAnswerable ? ({ text }) => says.every((pattern) => pattern.test(text)) : undefined,
      );
    process.stdout.write(`${name}\n`);
  }
  const articles = halfOf(await squad(), 'even');
  await retrieval.index(articles);
  for (const { asked, paragraph, says } of await articleQuestions())
    await write(
      articles.name,
      [asked],
      says === undefined ? undefined : ({ unit, text }) => unit === paragraph && text.includes(says),
    );
} finally {
  retrieval.stop();
  await finished(out.end());
}
