import { Citations, isOwnAnswer, type Passage } from './citations.ts';
import type { AnswerOrigin, AnswerPart } from './contract.ts';
import type { QuestionFindings } from './question-search.ts';
import { excerptOf, type Quote } from './retrieval/excerpt.ts';
import { closestQuestions, closestTopics } from './suggestions.ts';
import type { Replies } from './understanding/replies.ts';

/** Returns the business's own answer if it is the best source, otherwise quotes of the best sentences. */
export const quotesFrom = ({
  asked,
  passages,
  sentences,
}: Pick<QuestionFindings, 'asked' | 'passages' | 'sentences'>): Quote<Passage>[] => {
  const best = sentences[0]?.source ?? passages[0];
  return best && isOwnAnswer(best) ? [{ source: best, text: best.text }] : excerptOf(asked, sentences);
};

/** Yields quotes as an answer, with the numbers of their sources. */
export function* quotedAnswer(
  quotes: readonly Quote<Passage>[],
  { confidence, preface, origin }: { confidence: number; preface: string; origin: AnswerOrigin },
): Generator<AnswerPart> {
  yield* quoteParts(quotes, preface);
  yield { type: 'done', confidence, answered: true, origin };
}

interface UnansweredQuestion extends Pick<QuestionFindings, 'passages' | 'confidence'> {
  readonly question: string;
  /** Quotes that may answer the question; empty if none are likely to. */
  readonly closest: readonly Quote<Passage>[];
  readonly replies: Replies;
  /** Model that found no answer in the passages, or the search. */
  readonly origin: AnswerOrigin;
}

/** Quotes the closest passage, if any, and suggests questions that the pages answer; if there is neither, suggests topics. */
export function* unanswered({
  question: asked,
  passages,
  confidence,
  closest,
  replies,
  origin,
}: UnansweredQuestion): Generator<AnswerPart> {
  const questions = closestQuestions(passages, asked, confidence).filter(
    (question) => !closest.some(({ text }) => text.includes(question)),
  );
  const isEmpty = closest.length === 0 && questions.length === 0;
  const suggestions = isEmpty ? closestTopics(passages, confidence) : questions;
  if (closest.length > 0) yield* quoteParts(closest, replies.closest);
  else yield { type: 'text', text: suggestions.length === 0 ? replies.doNotKnow : replies.didYouMean };
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions };
  yield {
    type: 'done',
    confidence: origin.model === null ? confidence : 0,
    answered: false,
    origin,
  };
}

function* quoteParts(quotes: readonly Quote<Passage>[], preface: string): Generator<AnswerPart> {
  const citations = new Citations();
  let before = preface === '' ? '' : `${preface}\n\n`;
  for (const { source, text } of quotes) {
    const number = citations.cite(source, text.replaceAll(/^…|…$/g, ''));
    yield { type: 'text', text: `${before}${text}${number === 0 ? '' : ` [${number}]`}` };
    before = text.includes('\n') ? '\n\n' : ' ';
  }
  yield { type: 'citations', citations: citations.list() };
}
