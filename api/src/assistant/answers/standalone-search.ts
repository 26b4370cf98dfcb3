import type { Passage } from './citations.ts';
import type { Turn } from './contract.ts';
import { NO_USAGE, type Usage, type Writer } from './model/written-answer.ts';
import type { OwnAnswer } from './own-answers.ts';
import { passageKey } from './passages.ts';
import { MAX_SOURCES, type QuestionFindings } from './question-search.ts';
import { languageOf } from './understanding/language.ts';
import { type ParsedQuestion, parseQuestion } from './understanding/question.ts';

/** Maximum number of sources of a rewritten question that only the question as typed found. */
const MAX_SOURCES_AS_TYPED = 2;

export interface StandaloneFindings extends QuestionFindings {
  /** The question that was searched for. */
  readonly parsed: ParsedQuestion;
}

interface StandaloneSearch {
  readonly question: string;
  readonly history: readonly Turn[];
  readonly parsed: ParsedQuestion;
  /** Undefined to search for the question as it was typed. */
  readonly writer: Writer | undefined;
  readonly search: (question: ParsedQuestion) => Promise<StandaloneFindings>;
  /** Returns a sample of the website's text. */
  readonly sampleText: () => Promise<string>;
  /** Returns the business's own answer to a question. */
  readonly ownAnswerTo: (question: ParsedQuestion) => Promise<OwnAnswer['fact'] | undefined>;
  readonly signal: AbortSignal;
}

type Outcome =
  | { readonly ownAnswer: OwnAnswer['fact']; readonly rewritingUsage: Usage }
  | {
      readonly ownAnswer?: undefined;
      readonly findings: StandaloneFindings;
      /** Tokens that the rewriting used. */
      readonly rewritingUsage: Usage;
      /** The model that writes the answer; undefined if it failed to rewrite the question, so that the visitor does not wait twice. */
      readonly writer: Writer | undefined;
    };

/**
 * Searches for a question. If it continues the conversation or is not in the language of the website, a model first rewrites
 * it as a standalone one.
 */
export async function searchStandalone(request: StandaloneSearch): Promise<Outcome> {
  const { question, history, parsed, writer, search, ownAnswerTo, sampleText, signal } = request;
  const ownAnswer = await ownAnswerTo(parsed);
  // A model translates the own answer, which is one of the passages, for a visitor of another language.
  if (ownAnswer && !(writer && isInAnotherLanguage(ownAnswer.text, parsed)))
    return { ownAnswer, rewritingUsage: NO_USAGE };
  const asTyped = await search(parsed);
  const unchanged = { findings: asTyped, rewritingUsage: NO_USAGE, writer };
  if (!writer) return unchanged;
  const text = asTyped.passages.map((passage) => passage.text).join(' ') || (await sampleText());
  const siteLanguage = languageOf(text);
  const isForeign = isInAnotherLanguage(text, parsed);
  if (!isFollowUp(asTyped) && !isForeign) return unchanged;
  const rewriting = await writer.rewrite({ question, history, siteLanguage }, signal);
  const rewritingUsage = rewriting.usage;
  if (rewriting.hasFailed) return { findings: asTyped, rewritingUsage, writer: undefined };
  if (rewriting.question === undefined) return { findings: asTyped, rewritingUsage, writer };
  const standalone = parseQuestion(rewriting.question, []);
  const standaloneAnswer = isForeign ? undefined : await ownAnswerTo(standalone);
  if (standaloneAnswer) return { ownAnswer: standaloneAnswer, rewritingUsage };
  const rewritten = await search(standalone);
  const passages = withPassagesAsTyped(rewritten.passages, asTyped.passages);
  return { findings: { ...rewritten, passages }, rewritingUsage, writer };
}

/** Returns whether a text and a question are certainly not in the same language. */
function isInAnotherLanguage(text: string, { language }: ParsedQuestion): boolean {
  const ofText = languageOf(text);
  return language !== undefined && ofText !== undefined && language !== ofText;
}

const isFollowUp = ({ parsed: { context }, asked }: StandaloneFindings) =>
  context.text !== '' && (asked.context !== '' || context.isNeeded);

/** Replaces the last passages with those that only the question as typed found. */
function withPassagesAsTyped(passages: readonly Passage[], asTyped: readonly Passage[]): Passage[] {
  const keys = new Set(passages.map(passageKey));
  const additional = asTyped
    .filter((passage) => !keys.has(passageKey(passage)))
    .slice(0, MAX_SOURCES_AS_TYPED);
  return [...passages.slice(0, MAX_SOURCES - additional.length), ...additional];
}
