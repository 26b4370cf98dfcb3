import type { Passage } from './citations.ts';
import type { Turn } from './contract.ts';
import { UNUSED, type Usage, type Writer } from './model/written-answer.ts';
import type { OwnAnswer } from './own-answers.ts';
import { passageKey } from './passages.ts';
import { MAX_SOURCES, type QuestionFindings } from './question-search.ts';
import { languageOf } from './understanding/language.ts';
import { type ReadQuestion, readQuestion } from './understanding/question.ts';

/** Passages among them that were found for a question as it was typed, not as a model rewrote it. */
const MAX_OTHERS = 2;

export interface StandaloneFindings extends QuestionFindings {
  /** The question that was searched for. */
  readonly read: ReadQuestion;
}

interface Searching {
  readonly question: string;
  readonly history: readonly Turn[];
  readonly read: ReadQuestion;
  /** Undefined to search for the question as it was typed. */
  readonly writer: Writer | undefined;
  readonly search: (question: ReadQuestion) => Promise<StandaloneFindings>;
  /** Returns a sample of the website's text. */
  readonly sampleText: () => Promise<string>;
  /** Returns the business's own answer to a question. */
  readonly ownAnswerTo: (question: ReadQuestion) => Promise<OwnAnswer['fact'] | undefined>;
  readonly signal: AbortSignal;
}

type Outcome =
  | { readonly own: OwnAnswer['fact']; readonly used: Usage }
  | {
      readonly own?: undefined;
      readonly found: StandaloneFindings;
      /** Tokens that the rewriting used. */
      readonly used: Usage;
      /** The model that writes the answer; undefined if it failed to rewrite the question, so that the visitor does not wait twice. */
      readonly writer: Writer | undefined;
    };

/**
 * Searches for a question. A model first rewrites one that continues the conversation, or is not in the language of the
 * website, as a standalone one.
 */
export async function searchStandalone(searching: Searching): Promise<Outcome> {
  const { question, history, read, writer, search, ownAnswerTo, sampleText, signal } = searching;
  const own = await ownAnswerTo(read);
  if (own) return { own, used: UNUSED };
  const found = await search(read);
  if (!writer) return { found, used: UNUSED, writer };
  const text = found.passages.map((passage) => passage.text).join(' ') || (await sampleText());
  const siteLanguage = languageOf(text);
  const isForeign =
    read.language !== undefined && siteLanguage !== undefined && read.language !== siteLanguage;
  if (!isFollowUp(found) && !isForeign) return { found, used: UNUSED, writer };
  const rewritten = await writer.rewrite({ question, history, siteLanguage }, signal);
  const { used } = rewritten;
  if (rewritten.hasFailed) return { found, used, writer: undefined };
  if (rewritten.question === undefined) return { found, used, writer };
  const standalone = readQuestion(rewritten.question, []);
  // The model translates an own answer as one of the passages.
  const meant = isForeign ? undefined : await ownAnswerTo(standalone);
  if (meant) return { own: meant, used };
  const again = await search(standalone);
  return { found: { ...again, passages: joined(again.passages, found.passages) }, used, writer };
}

const isFollowUp = ({ read: { context }, asked }: StandaloneFindings) =>
  asked.context !== '' || (context.isNeeded && context.text !== '');

/** Returns the first passages, followed by those of `others` that are not among them. */
function joined(passages: readonly Passage[], others: readonly Passage[]): Passage[] {
  const keys = new Set(passages.map(passageKey));
  const rest = others.filter((passage) => !keys.has(passageKey(passage))).slice(0, MAX_OTHERS);
  return [...passages.slice(0, MAX_SOURCES - rest.length), ...rest];
}
