import { Citations, type Passage } from './citations.ts';
import type { AnswerPart, Writing } from './contract.ts';
import { cosine } from './embeddings/vector.ts';
import { shareIn } from './retrieval/agreement.ts';
import { contentStemsOf } from './retrieval/words.ts';

/** A question and its answer from an FAQ prompt: the business's own words. */
export interface OwnAnswer {
  readonly fact: Omit<Passage, 'score'>;
  /** Stems of the question, without function words. */
  readonly stems: ReadonlySet<string>;
}

interface Asked {
  readonly question: string;
  /** Undefined if questions are compared by words only. */
  readonly vector: Float32Array | undefined;
  readonly weightOf: (stem: string) => number;
  /** Returns the vector of an answer's question. */
  readonly vectorOf: (fact: OwnAnswer['fact']) => Float32Array | undefined;
  /** True if the question only makes sense with the conversation before it. */
  readonly isFollowUp: boolean;
}

/** Share of each question's weight that the other one must contain. */
const MIN_SHARE = 0.7;
/**
 * Cosine from which two questions mean the same. Questions without a common word that mean different things stay below
 * .6. Similar questions that differ in one word, such as the day or the product, reach .9, so neither question may then have words that the other one lacks while they share some.
 */
const MIN_SIMILARITY = 0.65;
const ALL = 0.99;
const FEW = 2;

export const toOwnAnswer = (fact: OwnAnswer['fact']): OwnAnswer => ({
  fact,
  stems: contentStemsOf(fact.heading),
});

/** Returns the own answer to a question that asks the same, by its words or its meaning. */
export function matchOwnAnswer(answers: readonly OwnAnswer[], asked: Asked): OwnAnswer['fact'] | undefined {
  const stems = contentStemsOf(asked.question);
  let best: { fact: OwnAnswer['fact']; score: number } | undefined;
  for (const { fact, stems: own } of answers) {
    const covered = shareIn(stems, own, asked.weightOf);
    const covers = shareIn(own, stems, asked.weightOf);
    const byWords = Math.min(covered, covers) >= MIN_SHARE ? 1 + covered + covers : 0;
    const score =
      byWords || similarityOf(asked, { fact, stems: own, shared: [covered, covers], asked: stems });
    if (score > (best?.score ?? 0)) best = { fact, score };
  }
  return best?.fact;
}

/** Returns the cosine of two questions that mean the same, else 0. */
function similarityOf(
  { vector, vectorOf, isFollowUp }: Asked,
  pair: { fact: OwnAnswer['fact']; stems: ReadonlySet<string>; shared: number[]; asked: ReadonlySet<string> },
): number {
  const own = vector && vectorOf(pair.fact);
  if (!own || isFollowUp) return 0;
  const [covered = 0, covers = 0] = pair.shared;
  const isContained = Math.max(covered, covers) >= ALL && Math.min(pair.asked.size, pair.stems.size) >= FEW;
  const isReworded = covered === 0 && covers === 0;
  if (!isContained && !isReworded) return 0;
  const similarity = cosine(vector, own);
  return similarity >= MIN_SIMILARITY ? similarity : 0;
}

/** Gives the business's own answer, whole and with nothing added. */
export function* ownAnswer(fact: OwnAnswer['fact'], writing: Writing): Generator<AnswerPart> {
  const citations = new Citations();
  citations.cite({ ...fact, score: 1 }, fact.text);
  yield { type: 'text', text: fact.text };
  yield { type: 'citations', citations: citations.list() };
  yield { type: 'done', confidence: 1, answered: true, writing };
}
