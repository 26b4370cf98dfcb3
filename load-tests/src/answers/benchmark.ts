import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BenchmarkResult, Figure } from '../figures.ts';
import { plainBm25 } from './bm25.ts';

const DATA = new URL('../../../../shared/data/qa/', import.meta.url);
/** A separate program, started by its path. */
const RETRIEVAL = new URL('../../../api/src/assistant/answers/testing/main.ts', import.meta.url);
const GLANCE = 300;

interface GoldQuestion {
  readonly question: string;
  /** Id of the passage that answers. */
  readonly gold: string;
  readonly span: string;
}
interface Answer {
  readonly ranked: readonly string[];
  readonly answer: string;
  readonly refused: boolean;
}
interface QuestionSet {
  readonly name: string;
  readonly pages: { id: string; title: string; units: { id: string; text: string }[] }[];
  readonly asked: readonly GoldQuestion[];
}

/**
 * Compares retrieval and extractive answers on two different question sets with plain BM25 over the same
 * passages.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const sets = [await squad(), await handbook()] as const;
  const retrieval = fork(fileURLToPath(RETRIEVAL), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  try {
    for (const { name, pages } of sets) await call(retrieval, { kind: 'index', set: name, pages });
    const ours = (set: QuestionSet, asked: readonly GoldQuestion[]) =>
      inTurn(asked, ({ question }) => call<Answer>(retrieval, { kind: 'ask', set: set.name, question }));
    const peers = new Map(sets.map((set) => [set, peerOf(set)]));
    const theirs = async (set: QuestionSet, asked: readonly GoldQuestion[]): Promise<Answer[]> =>
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
    return { name: 'answers', figures };
  } finally {
    retrieval.kill();
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
const rankOf = (asked: GoldQuestion | undefined, answer: Answer | undefined) =>
  answer?.ranked.indexOf(asked?.gold ?? '') ?? -1;

function hit(asked: readonly GoldQuestion[], answers: readonly Answer[], within: number): number {
  return share(asked, (i) => {
    const rank = rankOf(asked[i], answers[i]);
    return rank >= 0 && rank < within;
  });
}

function reciprocalRank(asked: readonly GoldQuestion[], answers: readonly Answer[]): number {
  const gain = (rank: number) => (rank >= 0 && rank < 10 ? 1 / (rank + 1) : 0);
  return asked.reduce((sum, each, i) => sum + gain(rankOf(each, answers[i])), 0) / asked.length;
}

/** Share of questions whose gold words appear within the first characters of the answer. */
function spans(asked: readonly GoldQuestion[], answers: readonly Answer[]): number {
  return share(asked, (i) => answers[i]?.answer.slice(0, GLANCE).includes(asked[i]?.span ?? '') ?? false);
}

const refused = (answers: readonly Answer[]) => share(answers, (i) => answers[i]?.refused ?? false);

async function squad(): Promise<QuestionSet> {
  const documents = await lines<{
    doc_id: string;
    title: string;
    paragraphs: { pid: string; text: string }[];
  }>('squad/documents.ndjson');
  const questions = await lines<{ question: string; gold_pid: string; answer: string }>(
    'squad/questions.ndjson',
  );
  return {
    name: 'squad',
    pages: documents.map(({ doc_id, title, paragraphs }) => ({
      id: doc_id,
      title,
      units: paragraphs.map(({ pid, text }) => ({ id: pid, text })),
    })),
    asked: questions.map(({ question, gold_pid, answer }) => ({ question, gold: gold_pid, span: answer })),
  };
}

/**
 * Uses the answers only: the handbook's pages contain the questions verbatim, so question texts and
 * headings are left out.
 */
async function handbook(): Promise<QuestionSet> {
  const faq = await lines<{ faq_id: string; question: string; answer: string }>(
    'hcd_adu_handbook/faq.ndjson',
  );
  return {
    name: 'handbook',
    pages: faq.map(({ faq_id, answer }) => ({
      id: faq_id,
      title: '',
      units: [{ id: faq_id, text: answer }],
    })),
    asked: faq.map(({ faq_id, question, answer }) => ({ question, gold: faq_id, span: answer })),
  };
}

async function lines<Row>(file: string): Promise<Row[]> {
  const text = await readFile(new URL(file, DATA), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function inTurn<In, Out>(all: readonly In[], one: (each: In) => Promise<Out>): Promise<Out[]> {
  const out: Out[] = [];
  for (const each of all) out.push(await one(each));
  return out;
}

function call<Out>(process: ChildProcess, message: object): Promise<Out> {
  return new Promise((resolve, reject) => {
    process.once('message', (answer) => resolve(answer as Out));
    process.send(message, (error) => error && reject(error));
  });
}
