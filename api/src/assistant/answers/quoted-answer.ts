import { Citations, type Passage } from './citations.ts';
import { type AnswerPart, QUOTED_FROM_PAGES as writing } from './contract.ts';
import { excerptOf } from './retrieval/excerpt.ts';
import { SYNONYMS } from './retrieval/synonyms.ts';
import { isStopWord, wordsOf } from './retrieval/words.ts';
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

/** Share of a FAQ's question and of the visitor's that must agree for the FAQ to be the whole answer. */
const FAQ_MATCH = 0.7;

/** Quotes the best sentences with the numbers of their sources. Returns false if there are none. */
export function* quotedAnswer(
  asked: QuotedQuestion,
  passages: readonly Passage[],
  confidence: number,
  preface: string,
): Generator<AnswerPart, boolean> {
  const { question, weightOf } = asked;
  const faq = passages.find((passage) => isMatchingFaq(passage, question, weightOf));
  const quotes = faq ? [{ source: faq, text: faq.text }] : excerptOf(asked, passages);
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

/** Whether a passage is a question and answer of a prompt that asks the same as the visitor. */
function isMatchingFaq(
  { url, title, heading }: Passage,
  question: string,
  weightOf: (stem: string) => number,
): boolean {
  if (url !== '' || title !== '' || heading === '') return false;
  const own = contentStems(heading);
  const asked = contentStems(question);
  return shareIn(asked, own, weightOf) >= FAQ_MATCH && shareIn(own, asked, weightOf) >= FAQ_MATCH;
}

const contentStems = (text: string) =>
  new Set(
    wordsOf(text)
      .map(({ stem }) => stem)
      .filter((stem) => !isStopWord(stem)),
  );

/** Share of the weight of `stems` that `others` contain, synonyms included. */
function shareIn(
  stems: ReadonlySet<string>,
  others: ReadonlySet<string>,
  weightOf: (stem: string) => number,
): number {
  let sum = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    if (others.has(stem) || [...(SYNONYMS.get(stem) ?? [])].some((other) => others.has(other))) sum += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Says that the pages do not answer a question, with the closest ones that they do answer as a list. */
export function* unanswered(
  { stems, weightOf }: QuotedQuestion,
  passages: readonly Passage[],
  confidence: number,
  replies: Replies,
): Generator<AnswerPart> {
  const suggested = closestQuestions(stems, passages, weightOf);
  const text =
    suggested.length === 0
      ? replies.doNotKnow
      : [replies.didYouMean, ...suggested.map((question) => `- ${question}`)].join('\n');
  yield { type: 'text', text };
  yield { type: 'done', confidence, answered: false, writing };
}
