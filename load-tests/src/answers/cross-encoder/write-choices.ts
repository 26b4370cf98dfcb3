import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { trainingSites } from '../example-sites.ts';
import { RetrievalProcess } from '../retrieval-process.ts';

/**
 * Writes a line of JSON for each question of the training sites: the question and the sentences that may answer it, best first
 * by their features, each with whether it answers. `train.py` reads the file.
 */
const FILE = process.argv[2] ?? 'choices.ndjson';
/** Sentences of a question: the best ones and all right ones. */
const MAX_SENTENCES = 24;

const out = createWriteStream(FILE);
const retrieval = new RetrievalProcess();
try {
  for (const { name, directory, questions } of trainingSites()) {
    await retrieval.indexSite(name, directory);
    for (const { asked, isAnswerable, says } of questions) {
      const { question, sentences } = await retrieval.candidates(name, ...asked);
      const labeled = sentences.map(({ text, inContext }) => ({
        sentence: inContext,
        isRight: isAnswerable && says.every((pattern) => pattern.test(text)),
      }));
      const kept = labeled.filter(({ isRight }, i) => isRight || i < MAX_SENTENCES);
      // A right answer that the search did not find teaches nothing.
      if (isAnswerable && !kept.some(({ isRight }) => isRight)) continue;
      out.write(`${JSON.stringify({ question, sentences: kept })}\n`);
    }
    process.stdout.write(`${name}\n`);
  }
} finally {
  retrieval.stop();
  await finished(out.end());
}
