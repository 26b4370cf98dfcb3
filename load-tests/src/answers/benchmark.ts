import type { BenchmarkResult, Figure } from '../figures.ts';
import { plainBm25 } from './bm25.ts';
import { type GoldQuestion, handbook, type QuestionSet, squad } from './question-sets.ts';
import { type Answer, RetrievalProcess } from './retrieval-process.ts';

const GLANCE = 300;
const LARGE_SITE = 20_000;

type Judged = Pick<Answer, 'ranked' | 'answer' | 'refused'>;

/**
 * Compares retrieval and extractive answers on two different question sets with plain BM25 over the same
 * passages.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const sets = [await squad(), await handbook()] as const;
  const retrieval = new RetrievalProcess();
  try {
    const [{ encoded, ms, memory }] = [await retrieval.index(sets[0]), await retrieval.index(sets[1])];
    const ours = (set: QuestionSet, asked: readonly GoldQuestion[]): Promise<Judged[]> =>
      inTurn(asked, ({ question }) => retrieval.ask(set.name, question));
    const peers = new Map(sets.map((set) => [set, peerOf(set)]));
    const theirs = async (set: QuestionSet, asked: readonly GoldQuestion[]): Promise<Judged[]> =>
      asked.map(({ question }) => {
        const { ranked, answer, confidence } = peers.get(set)?.answer(question) ?? {
          ranked: [],
          answer: '',
          confidence: 0,
        };
        return { ranked, answer, refused: confidence < (peers.get(set)?.least ?? 0) };
      });
    const [first, second] = sets;
    const figures: Figure[] = [];
    const compare = async (id: string, goal: number, measure: (by: typeof ours) => Promise<number>) => {
      const value = await measure(ours);
      const against = await measure(theirs);
      figures.push({ id, value, unit: '', against, goal, met: value >= goal, spread: [value, value] });
      progress(`${id}: ${value.toFixed(4)}, plain BM25 ${against.toFixed(4)}`);
    };
    await compare('squad_hit5', 0.96, async (by) => hit(first.asked, await by(first, first.asked), 5));
    await compare('squad_mrr10', 0.9, async (by) =>
      reciprocalRank(first.asked, await by(first, first.asked)),
    );
    await compare('squad_span300', 0.8, async (by) => spans(first.asked, await by(first, first.asked)));
    await compare('handbook_hit5', 0.93, async (by) => hit(second.asked, await by(second, second.asked), 5));
    await compare('offtopic_refused', 0.9, async (by) =>
      refused([...(await by(first, second.asked)), ...(await by(second, first.asked))]),
    );
    const onTopic = async (by: typeof ours) =>
      refused([...(await by(first, first.asked)), ...(await by(second, second.asked))]);
    const [value, against] = [await onTopic(ours), await onTopic(theirs)];
    figures.push({
      id: 'ontopic_refused',
      value,
      unit: '',
      against,
      goal: 0.05,
      met: value <= 0.05,
      spread: [value, value],
    });
    await retrieval.grow('large', first.name, LARGE_SITE);
    const times = (await inTurn(first.asked, ({ question }) => retrieval.ask('large', question)))
      .map((answer) => answer.ms)
      .sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
    const over = `${LARGE_SITE} passages`;
    figures.push({
      id: 'question_p95',
      value: p95,
      unit: 'ms',
      over,
      goal: 60,
      met: p95 <= 60,
      spread: [p95, p95],
    });
    const rate = (encoded / ms) * 1_000;
    figures.push({ id: 'encoded', value: rate, unit: '/s', goal: 60, met: rate >= 60, spread: [rate, rate] });
    progress(
      `question p95 ${p95.toFixed(1)} ms, ${rate.toFixed(0)} passages/s, ${((memory.now - memory.before) / 2 ** 20).toFixed(0)} MB with the set`,
    );
    return { name: 'answers', figures };
  } finally {
    retrieval.stop();
  }
}

/**
 * Plain BM25 that refuses at the threshold where it refuses 5% of the set's own questions, the allowed
 * maximum.
 */
function peerOf({ pages, asked }: QuestionSet) {
  const answer = plainBm25(pages.flatMap(({ units }) => units));
  const sure = asked.map(({ question }) => answer(question).confidence).sort((a, b) => a - b);
  return { answer, least: sure[Math.floor(sure.length / 20)] ?? 0 };
}

const share = (of: readonly unknown[], holds: (index: number) => boolean) =>
  of.filter((_, index) => holds(index)).length / of.length;
const rankOf = (asked: GoldQuestion | undefined, answer: Judged | undefined) =>
  answer?.ranked.indexOf(asked?.gold ?? '') ?? -1;

function hit(asked: readonly GoldQuestion[], answers: readonly Judged[], within: number): number {
  return share(asked, (i) => {
    const rank = rankOf(asked[i], answers[i]);
    return rank >= 0 && rank < within;
  });
}

function reciprocalRank(asked: readonly GoldQuestion[], answers: readonly Judged[]): number {
  const gain = (rank: number) => (rank >= 0 && rank < 10 ? 1 / (rank + 1) : 0);
  return asked.reduce((sum, each, i) => sum + gain(rankOf(each, answers[i])), 0) / asked.length;
}

/** Share of questions whose gold words appear within the first characters of the answer. */
function spans(asked: readonly GoldQuestion[], answers: readonly Judged[]): number {
  return share(asked, (i) => answers[i]?.answer.slice(0, GLANCE).includes(asked[i]?.span ?? '') ?? false);
}

const refused = (answers: readonly Judged[]) => share(answers, (i) => answers[i]?.refused ?? false);

async function inTurn<In, Out>(all: readonly In[], one: (each: In) => Promise<Out>): Promise<Out[]> {
  const out: Out[] = [];
  for (const each of all) out.push(await one(each));
  return out;
}
