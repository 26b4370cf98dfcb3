import { Citations, type Passage } from './citations.ts';
import type { AnswerOrigin, AnswerPart } from './contract.ts';
import { cosine } from './embeddings/vector.ts';
import { hasWord, shareIn } from './retrieval/agreement.ts';
import { contentStemsOf, specificity } from './retrieval/words.ts';

/** A question and its answer from an FAQ prompt: the business's own words. */
export interface OwnAnswer {
  readonly fact: Omit<Passage, 'score'>;
  /** Stems of the question, without stop words. */
  readonly stems: ReadonlySet<string>;
}

interface VisitorQuestion {
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
 * Cosine from which two questions mean the same. Questions without a common word that mean different things stay below 0.6.
 * Questions with common words that differ in one, such as the day or the product, mean different things but reach 0.9: they
 * are compared by meaning only if one adds nothing but words of general meaning to the other.
 */
const MIN_SIMILARITY = 0.65;
/** Minimum number of words of each question if they share words and are compared by meaning. */
const MIN_COMMON_WORDS = 2;

/** Aspects of a subject that a question can ask about. Questions about different aspects have different answers. */
const ASKED: readonly (readonly [string, RegExp])[] = [
  ['why', /\b(?:why|how come)\b/i],
  ['where', /\bwhere\b/i],
  ['when', /\b(?:when|what time|what days?)\b/i],
  ['who', /\b(?:who|whom)\b/i],
  ['price', /\bhow (?:much|expensive)\b/i],
  ['number', /\bhow many\b/i],
  ['duration', /\bhow (?:long|soon|quickly|fast)\b/i],
];
const askedBy = (question: string): string | undefined =>
  ASKED.find(([, pattern]) => pattern.test(question))?.[0];

/** Returns whether two questions about one subject may ask the same; a reason is never asked for without saying so. */
function mayAskSame(question: string, other: string): boolean {
  const [asked, otherAsked] = [askedBy(question), askedBy(other)];
  if (asked === 'why' || otherAsked === 'why') return asked === otherAsked;
  return asked === undefined || otherAsked === undefined || asked === otherAsked;
}

export const toOwnAnswer = (fact: OwnAnswer['fact']): OwnAnswer => ({
  fact,
  stems: contentStemsOf(fact.heading),
});

/** Returns the own answer to a question that asks the same, by its words or its meaning. */
export function matchOwnAnswer(
  answers: readonly OwnAnswer[],
  visitorQuestion: VisitorQuestion,
): OwnAnswer['fact'] | undefined {
  const { question, weightOf } = visitorQuestion;
  const stems = contentStemsOf(question);
  let best: { fact: OwnAnswer['fact']; score: number } | undefined;
  for (const { fact, stems: ownStems } of answers) {
    if (!mayAskSame(question, fact.heading)) continue;
    const shares = [shareIn(stems, ownStems, weightOf), shareIn(ownStems, stems, weightOf)] as const;
    const byWords = Math.min(...shares) >= MIN_SHARE ? 1 + shares[0] + shares[1] : 0;
    const hasCommonWord = Math.max(...shares) > 0;
    const isComparable =
      !hasCommonWord || extendsInGeneral(stems, ownStems) || extendsInGeneral(ownStems, stems);
    const score = byWords || (isComparable ? similarityOf(visitorQuestion, fact) : 0);
    if (score > (best?.score ?? 0)) best = { fact, score };
  }
  return best?.fact;
}

/** Returns whether a question has all words of another one, or synonyms, and adds only words of general meaning. */
function extendsInGeneral(stems: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const added = [...stems].filter((stem) => !hasWord(others, stem));
  return (
    Math.min(stems.size, others.size) >= MIN_COMMON_WORDS &&
    [...others].every((stem) => hasWord(stems, stem)) &&
    added.every((stem) => specificity(stem) < 1)
  );
}

/** Returns the cosine of two questions that mean the same, else 0. */
function similarityOf({ vector, vectorOf, isFollowUp }: VisitorQuestion, fact: OwnAnswer['fact']): number {
  const ownVector = vector && vectorOf(fact);
  if (!ownVector || isFollowUp) return 0;
  const similarity = cosine(vector, ownVector);
  return similarity >= MIN_SIMILARITY ? similarity : 0;
}

/** Gives the business's own answer, whole and with nothing added. */
export function* ownAnswer(fact: OwnAnswer['fact'], origin: AnswerOrigin): Generator<AnswerPart> {
  const citations = new Citations();
  citations.cite({ ...fact, score: 1 }, fact.text);
  yield { type: 'text', text: fact.text };
  yield { type: 'citations', citations: citations.list() };
  yield { type: 'done', confidence: 1, answered: true, origin };
}
