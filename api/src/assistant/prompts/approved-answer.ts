import { DomainError } from '../../platform/errors.ts';
import { factsOf, guidanceOf, linesOf } from './facts.ts';

/** Question and answer of an FAQ prompt. */
interface AnswerPair {
  readonly question: string;
  readonly answer: string;
}

/** Returns the content of the FAQ prompt that holds an approved answer. */
export function promptContentOf({ question, answer }: AnswerPair): string {
  const questionLine = question.trim().replaceAll(/\s+/g, ' ');
  const answerLines = linesOf(answer)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
  const content = `Q: ${questionLine}\nA: ${answerLines}`;
  const stored = approvedAnswerOf(content);
  if (stored?.question !== questionLine || stored.answer !== answerLines) {
    throw new DomainError(
      'malformed',
      'MALFORMED',
      'The answer was not saved. Change lines of the answer that begin with “Q:” or “Q.”, and leave “A:” and “A.” out of the question.',
    );
  }
  return content;
}

/** Returns the approved answer that an FAQ prompt holds; undefined if it holds several answers or other content. */
export function approvedAnswerOf(content: string): AnswerPair | undefined {
  const [fact, ...others] = factsOf(content);
  if (!fact || fact.heading === '' || others.length > 0 || guidanceOf(content) !== '') return undefined;
  return { question: fact.heading, answer: fact.text };
}

/** Returns whether two answers have the same text apart from citation numbers and white space. */
export const isSameAnswer = (a: string, b: string): boolean => normalize(a) === normalize(b);
const normalize = (text: string) =>
  text
    .replaceAll(/\s*\[\d{1,2}\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
