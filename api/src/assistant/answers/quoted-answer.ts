import { Citations, isOwnAnswer, type Passage } from './citations.ts';
import { type AnswerPart, QUOTED_FROM_PAGES as writing } from './contract.ts';
import { excerptOf } from './retrieval/excerpt.ts';
import { closestQuestions } from './suggestions.ts';
import type { Replies } from './understanding/replies.ts';

interface QuotedQuestion {
  readonly question: string;
  /** Stems searched for. */
  readonly stems: readonly string[];
  /** Earlier conversation that was searched for too. */
  readonly context: string;
  readonly weightOf: (stem: string) => number;
}

/** Quotes the best sentences with the numbers of their sources. Returns false if there are none. */
export function* quotedAnswer(
  asked: QuotedQuestion,
  passages: readonly Passage[],
  confidence: number,
  preface: string,
): Generator<AnswerPart, boolean> {
  const [best] = passages;
  const quotes = best && isOwnAnswer(best) ? [{ source: best, text: best.text }] : excerptOf(asked, passages);
  if (quotes.length === 0) return false;
  const citations = new Citations();
  let before = preface === '' ? '' : `${preface}\n\n`;
  for (const { source, text } of quotes) {
    const number = citations.cite(source, text.replaceAll(/^…|…$/g, ''));
    yield { type: 'text', text: `${before}${text}${number === 0 ? '' : ` [${number}]`}` };
    before = text.includes('\n') ? '\n\n' : ' ';
  }
  yield { type: 'citations', citations: citations.list() };
  yield { type: 'done', confidence, answered: true, writing };
  return true;
}

/** Says that the pages do not answer a question, and suggests the closest ones that they do answer. */
export function* unanswered(
  { stems, weightOf }: QuotedQuestion,
  passages: readonly Passage[],
  confidence: number,
  replies: Replies,
): Generator<AnswerPart> {
  const suggestions = closestQuestions(stems, passages, weightOf);
  yield { type: 'text', text: suggestions.length === 0 ? replies.doNotKnow : replies.didYouMean };
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions };
  yield { type: 'done', confidence, answered: false, writing };
}
