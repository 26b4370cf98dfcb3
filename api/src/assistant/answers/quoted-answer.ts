import { Citations, isOwnAnswer, type Passage } from './citations.ts';
import { type AnswerPart, type Writing, QUOTED_FROM_PAGES as writing } from './contract.ts';
import type { QuestionFindings } from './question-search.ts';
import { excerptOf, type Quote } from './retrieval/excerpt.ts';
import { suggestionsFor } from './suggestions.ts';
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

/** Yields quotes with the numbers of their sources. */
export function* quotedAnswer(
  quotes: readonly Quote<Passage>[],
  confidence: number,
  preface: string,
): Generator<AnswerPart> {
  const citations = new Citations();
  let before = preface === '' ? '' : `${preface}\n\n`;
  for (const { source, text } of quotes) {
    const number = citations.cite(source, text.replaceAll(/^…|…$/g, ''));
    yield { type: 'text', text: `${before}${text}${number === 0 ? '' : ` [${number}]`}` };
    before = text.includes('\n') ? '\n\n' : ' ';
  }
  yield { type: 'citations', citations: citations.list() };
  yield { type: 'done', confidence, answered: true, writing };
}

interface UnansweredQuestion extends Pick<QuestionFindings, 'asked' | 'passages' | 'confidence'> {
  readonly replies: Replies;
  /** Model that found no answer in the passages, or the search. */
  readonly writing: Writing;
}

/** Says that the pages do not answer a question, and suggests the closest ones that they do answer. */
export function* unanswered({
  asked,
  passages,
  confidence,
  replies,
  writing: judged,
}: UnansweredQuestion): Generator<AnswerPart> {
  const suggestions = suggestionsFor(asked, passages, confidence);
  yield { type: 'text', text: suggestions.length === 0 ? replies.doNotKnow : replies.didYouMean };
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions };
  yield {
    type: 'done',
    confidence: judged.model === null ? confidence : 0,
    answered: false,
    writing: judged,
  };
}
