import { readFile, writeFile } from 'node:fs/promises';
import { type ExampleSite, FITTED_SITES } from './example-sites.ts';
import { type Example, fitLogisticRegression } from './logistic-regression.ts';
import { type GoldQuestion, halfOf, handbook, type Page, squad } from './question-sets.ts';
import { RetrievalProcess } from './retrieval-process.ts';
import { weightsLiteral } from './weights-literal.ts';

/**
 * Fits the weights of the confidence to the even pages of one question set, to the even questions of the other and to
 * the example sites, and writes them to a file. Run it after every change of the scores. The sites range from one page
 * to all pages of a set, so that the confidence suits small and large sites. Questions about pages that a site lacks
 * and questions of the other set count as unanswerable, and wrong answers about an example site count as wrong. Each
 * question is asked in full, as its keywords, and as some of these.
 */
const WEIGHTS = new URL(
  '../../../api/src/assistant/answers/retrieval/confidence-weights.ts',
  import.meta.url,
);
/** Pairs of a site size in pages and the number of sites of that size. */
const SITES = {
  squad: [
    [1, 4],
    [2, 4],
    [4, 4],
    [8, 3],
    [24, 1],
  ],
  handbook: [
    [12, 3],
    [40, 2],
    [103, 1],
  ],
} as const;
const MAX_ASKED = 60;
/** Weight of a question about an example site. With more, questions about long articles are refused. */
const EXAMPLE_WEIGHT = 0.8;
/** Weight of wrong answers relative to refused ones: a wrong answer does more harm. */
const WRONG_WEIGHT = 2;
/** Zero weights for the features that need vectors, and for those that add nothing to these. */
const NO_MEANING = { similarity: 0, similarityMargin: 0, quoteSimilarity: 0, matched: 0, answerScore: 0 };
const NO_WORDS = { wordScore: 0, known: 0, margin: 0, kind: 0, covered: 0 };
/** Features of which more never makes an answer less likely. */
const EVIDENCE = ['wordScore', 'known', 'margin', 'kind', 'business', 'covered'];
const FUNCTION_WORDS = new Set(
  'what when where which who whom whose why how many much does did was were are the this that with from have has can will would should could into than then there their they been being for and not you your'.split(
    ' ',
  ),
);

const random = seededRandom(7);
const sets = { squad: halfOf(await squad(), 'even'), handbook: await handbook() };
const askable = {
  squad: sets.squad.questions,
  handbook: sets.handbook.questions.filter((_, i) => i % 2 === 0),
};
const retrieval = new RetrievalProcess();
try {
  const examples: Example[] = [];
  for (const [name, other] of [
    ['squad', 'handbook'],
    ['handbook', 'squad'],
  ] as const) {
    for (const [size, count] of SITES[name])
      for (let i = 0; i < count; i++)
        examples.push(
          ...(await examplesOf(
            withHeadings(sets[name].pages, i % 2 === 1),
            size,
            askable[name],
            askable[other],
          )),
        );
  }
  for (const site of FITTED_SITES) examples.push(...(await examplesFrom(site)));
  const fit = (unused: Readonly<Record<string, number>>) => {
    const used = examples.map((example) => ({
      ...example,
      values: Object.fromEntries(Object.entries(example.values).filter(([name]) => !(name in unused))),
    }));
    return weightsLiteral({ ...fitLogisticRegression(used, WRONG_WEIGHT, EVIDENCE), ...unused });
  };
  const source = await readFile(WEIGHTS, 'utf8');
  const [head = ''] = source.split('export const');
  await writeFile(
    WEIGHTS,
    `${head}export const BY_MEANING = ${fit(NO_WORDS)};\nexport const BY_WORDS = ${fit(NO_MEANING)};\n`,
  );
  process.stdout.write(`Fitted to ${examples.length} questions\n`);
} finally {
  retrieval.stop();
}

async function examplesOf(
  pages: readonly Page[],
  size: number,
  own: readonly GoldQuestion[],
  foreign: readonly GoldQuestion[],
): Promise<Example[]> {
  const site = { name: 'site', pages: shuffled(pages).slice(0, size) };
  await retrieval.index(site);
  const ids = new Set(site.pages.map(({ id }) => id));
  const answerable = shuffled(own.filter(({ page }) => ids.has(page))).slice(0, MAX_ASKED);
  const removed = shuffled(own.filter(({ page }) => !ids.has(page))).slice(
    0,
    Math.min(40, answerable.length),
  );
  const groups = [
    { questions: answerable, isPositive: true },
    { questions: [...removed, ...shuffled(foreign).slice(0, 20)], isPositive: false },
  ];
  const found: Example[] = [];
  for (const { questions, isPositive } of groups)
    for (const { question } of questions)
      for (const form of formsOf(question)) {
        const { features } = await retrieval.ask(site.name, form);
        if (features) found.push({ values: features, isPositive });
      }
  return found;
}

/** Returns pages with or without a heading above their passages; websites have both. */
function withHeadings(pages: readonly Page[], isHeaded: boolean): Page[] {
  return pages.map((page) => ({
    ...page,
    units: page.units.map((unit) => ({ ...unit, heading: isHeaded ? page.topic : '' })),
  }));
}

async function examplesFrom({ name, directory, questions }: ExampleSite): Promise<Example[]> {
  await retrieval.indexSite(name, directory);
  const found: Example[] = [];
  // An answer cannot be judged without the texts that a right one contains.
  const judgeable = questions.filter(({ isAnswerable, says }) => !isAnswerable || says.length > 0);
  for (const { asked, isAnswerable, says } of judgeable) {
    const { features, answer } = await retrieval.ask(name, ...asked);
    const isPositive = isAnswerable && says.every((pattern) => pattern.test(answer));
    if (features) found.push({ values: features, isPositive, weight: EXAMPLE_WEIGHT });
  }
  return found;
}

/** Returns a question in full, its keywords, and more than half of these. */
function formsOf(question: string): string[] {
  const keywords = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !FUNCTION_WORDS.has(word),
  );
  const some = new Set(
    shuffled([...keywords.keys()]).slice(0, Math.max(1, Math.round(keywords.length * 0.6))),
  );
  return [question, keywords.join(' '), `how about ${keywords.filter((_, i) => some.has(i)).join(' ')}`];
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Linear congruential generator, so that a fit can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
