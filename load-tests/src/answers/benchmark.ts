import type { BenchmarkResult, Figure } from '../figures.ts';
import { plainBm25 } from './bm25.ts';
import { COURTESIES } from './courtesies.ts';
import { type ExampleSite, HELD_OUT_SITES } from './example-sites.ts';
import { type GoldQuestion, halfOf, handbook, type QuestionSet, squad } from './question-sets.ts';
import { type Answer, RetrievalProcess } from './retrieval-process.ts';

const FIRST_CHARACTERS = 300;
const LARGE_SITE = 20_000;
const MIB = 2 ** 20;

type RankedAnswer = Pick<Answer, 'ranked' | 'answer' | 'refused' | 'confidence'>;
type Measure = (questions: readonly GoldQuestion[], answers: readonly RankedAnswer[]) => number;

/**
 * Compares retrieval and extractive answers on two different question sets with plain BM25 over the same passages.
 * Refusals are reported for the questions that the confidence was not fitted to.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const sets = [await squad(), await handbook()] as const;
  const retrieval = new RetrievalProcess();
  try {
    const [{ encoded, ms, memory }] = [await retrieval.index(sets[0]), await retrieval.index(sets[1])];
    const ours = (set: QuestionSet, questions: readonly GoldQuestion[]): Promise<RankedAnswer[]> =>
      inTurn(questions, ({ question }) => retrieval.ask(set.name, question));
    const peers = new Map(sets.map((set) => [set, peerOf(set)]));
    const theirs = async (set: QuestionSet, questions: readonly GoldQuestion[]): Promise<RankedAnswer[]> =>
      questions.map(({ question }) => {
        const peer = peers.get(set) ?? peerOf(set);
        peers.set(set, peer);
        const answer = peer.answer(question);
        return { ...answer, refused: answer.confidence < peer.least };
      });
    const [first, second] = sets;
    const figures: Figure[] = [];
    const note = (figure: Omit<Figure, 'spread'>) => {
      figures.push({ ...figure, spread: [figure.value, figure.value] });
      const peer = figure.against === undefined ? '' : `, plain BM25 ${figure.against.toFixed(4)}`;
      progress(`${figure.id}: ${figure.value.toFixed(4)}${peer}`);
    };
    const compare = (id: string, goal: number, value: number, against: number) =>
      note({ id, value, unit: '', against, goal, met: value >= goal });
    const limit = (id: string, goal: number, value: number, more: Partial<Figure> = {}) =>
      note({ id, value, unit: '', goal, met: value <= goal, ...more });

    const compareOn = async (set: QuestionSet, measures: readonly [string, number, Measure][]) => {
      const [answers, peerAnswers] = [await ours(set, set.questions), await theirs(set, set.questions)];
      for (const [id, goal, measure] of measures)
        compare(id, goal, measure(set.questions, answers), measure(set.questions, peerAnswers));
    };
    await compareOn(first, [
      ['squad_hit1', 0.9, hitRateIn(1)],
      ['squad_hit5', 0.98, hitRateIn(5)],
      ['squad_mrr10', 0.93, reciprocalRank],
      ['squad_span300', 0.85, spans],
    ]);
    await compareOn(second, [
      ['handbook_hit5', 0.95, hitRateIn(5)],
      ['handbook_mrr10', 0.82, reciprocalRank],
    ]);

    const odd = halfOf(first, 'odd');
    const heldOut = {
      squad: odd.questions,
      handbook: second.questions.filter((_, i) => i % 2 === 1),
    };
    const offTopic = async (by: typeof ours) => [
      ...(await by(first, heldOut.handbook)),
      ...(await by(second, heldOut.squad)),
    ];
    const onTopic = async (by: typeof ours) => [
      ...(await by(first, heldOut.squad)),
      ...(await by(second, heldOut.handbook)),
    ];
    const [on, off] = [await onTopic(ours), await offTopic(ours)];
    compare('offtopic_refused', 0.9, refusalRate(off), refusalRate(await offTopic(theirs)));
    limit('ontopic_refused', 0.05, refusalRate(on), { against: refusalRate(await onTopic(theirs)) });
    const kept = { ...odd, name: 'squad-kept', pages: odd.pages.filter((_, i) => i % 2 === 1) };
    const keptPages = new Set(kept.pages.map(({ id }) => id));
    await retrieval.index(kept);
    const removed = odd.questions.filter(({ page }) => !keptPages.has(page));
    const peerOfKept = { ...kept, questions: odd.questions.filter(({ page }) => keptPages.has(page)) };
    compare(
      'removed_refused',
      0.9,
      refusalRate(await ours(kept, removed)),
      refusalRate(await theirs(peerOfKept, removed)),
    );

    const questions = [...heldOut.squad, ...heldOut.handbook];
    for (const precision of [0.8, 0.9])
      note({
        id: `coverage_at_${precision * 100}`,
        value: coverageAt(precision, questions, on, off),
        unit: '',
      });
    const wrapped = await onTopic((set, questions) =>
      ours(
        set,
        questions.map((each, i) => ({ ...each, question: wrap(each.question, i) })),
      ),
    );
    limit(
      'courtesy_hit5_change',
      0.01,
      Math.abs(hitRateIn(5)(questions, wrapped) - hitRateIn(5)(questions, on)),
    );
    limit('courtesy_refused_change', 0.01, Math.abs(refusalRate(wrapped) - refusalRate(on)));

    for (const [size, examples] of Object.entries(HELD_OUT_SITES)) {
      const sites = await inTurn(examples, (site) => outcomesOf(site, retrieval));
      const all = sites.flat();
      for (const outcome of ['right', 'wrong', 'refused'] as const)
        note({
          id: `${size}_sites_${outcome}`,
          value: share(all, (i) => all[i]?.outcome === outcome),
          unit: '',
        });
      const closest = all.filter(({ isClosest }) => isClosest);
      note({ id: `${size}_sites_closest`, value: closest.length / all.length, unit: '' });
      note({
        id: `${size}_sites_closest_right`,
        value: share(closest, (i) => closest[i]?.isRight ?? false),
        unit: '',
      });
    }

    await retrieval.grow('large', first.name, LARGE_SITE);
    const times = (await inTurn(first.questions, ({ question }) => retrieval.ask('large', question)))
      .map((answer) => answer.ms)
      .sort((a, b) => a - b);
    limit('question_p95', 60, times[Math.floor(times.length * 0.95)] ?? 0, {
      unit: 'ms',
      over: `${LARGE_SITE} passages`,
    });
    const rate = (encoded / ms) * 1_000;
    note({ id: 'encoded', value: rate, unit: '/s', goal: 60, met: rate >= 60 });
    limit('encoder_memory', 150, (memory.now - memory.before) / MIB, { unit: 'MB' });
    return { name: 'answers', figures };
  } finally {
    retrieval.stop();
  }
}

/** Returns the outcome of each question of a site; refusing an unanswerable question is correct. */
async function outcomesOf({ name, directory, questions }: ExampleSite, retrieval: RetrievalProcess) {
  await retrieval.indexSite(name, directory);
  return inTurn(questions, async ({ asked: messages, isAnswerable, says }) => {
    const { answer, refused, quoted } = await retrieval.ask(name, ...messages);
    const isRight = isAnswerable && says.every((pattern) => pattern.test(answer));
    const isClosest = refused && quoted;
    if (refused) return { outcome: isAnswerable ? 'refused' : 'right', isClosest, isRight };
    return { outcome: isRight ? 'right' : 'wrong', isClosest, isRight };
  });
}

/** Wraps a question in one of the courtesy phrases. */
function wrap(question: string, i: number): string {
  const [before, after] = COURTESIES[i % COURTESIES.length] ?? ['', ''];
  return `${before}${question}${after}`;
}

/**
 * Returns the share of the site's questions that are answered when the threshold is the lowest confidence at which
 * the share `precision` of the answers is right.
 */
function coverageAt(
  precision: number,
  questions: readonly GoldQuestion[],
  on: readonly RankedAnswer[],
  off: readonly RankedAnswer[],
): number {
  const judged = [
    ...on.map(({ confidence, ranked }, i) => ({
      confidence,
      isOwn: 1,
      isRight: ranked[0] === questions[i]?.gold,
    })),
    ...off.map(({ confidence }) => ({ confidence, isOwn: 0, isRight: false })),
  ].sort((a, b) => b.confidence - a.confidence);
  let [right, own, covered] = [0, 0, 0];
  for (const [i, { isOwn, isRight }] of judged.entries()) {
    right += isRight ? 1 : 0;
    own += isOwn;
    if (right / (i + 1) >= precision) covered = own;
  }
  return covered / on.length;
}

/** Returns plain BM25 with the threshold at which it refuses 5% of the set's own questions, the allowed maximum. */
function peerOf({ pages, questions }: QuestionSet) {
  const answer = plainBm25(pages.flatMap(({ units }) => units));
  const sure = questions.map(({ question }) => answer(question).confidence).sort((a, b) => a - b);
  return { answer, least: sure[Math.floor(sure.length / 20)] ?? 0 };
}

const share = (of: readonly unknown[], isMatch: (index: number) => boolean) =>
  of.filter((_, index) => isMatch(index)).length / of.length;
const rankOf = (question: GoldQuestion | undefined, answer: RankedAnswer | undefined) =>
  answer?.ranked.indexOf(question?.gold ?? '') ?? -1;

/** Measures the share of questions whose gold passage is among the first `count`. */
const hitRateIn =
  (count: number): Measure =>
  (questions, answers) =>
    share(questions, (i) => {
      const rank = rankOf(questions[i], answers[i]);
      return rank >= 0 && rank < count;
    });

const reciprocalRank: Measure = (questions, answers) => {
  const gain = (rank: number) => (rank >= 0 && rank < 10 ? 1 / (rank + 1) : 0);
  return questions.reduce((sum, each, i) => sum + gain(rankOf(each, answers[i])), 0) / questions.length;
};

/** Measures the share of questions whose gold words appear within the first characters of the answer. */
const spans: Measure = (questions, answers) =>
  share(
    questions,
    (i) => answers[i]?.answer.slice(0, FIRST_CHARACTERS).includes(questions[i]?.span ?? '') ?? false,
  );

const refusalRate = (answers: readonly RankedAnswer[]) => share(answers, (i) => answers[i]?.refused ?? false);

async function inTurn<In, Out>(all: readonly In[], one: (each: In) => Promise<Out>): Promise<Out[]> {
  const out: Out[] = [];
  for (const each of all) out.push(await one(each));
  return out;
}
