import { DomainError } from '../../platform/errors.ts';
import { factsOf, guidanceOf } from './facts.ts';

/** Question and answer of an FAQ prompt. */
interface AnswerPair {
  readonly question: string;
  readonly answer: string;
}

/** Returns the content of the FAQ prompt that holds an approved answer. */
export function promptContentOf({ question, answer }: AnswerPair): string {
  const lines = answer.split('\n').map((line) => line.trim());
  const questionLine = question.trim().replaceAll(/\s+/g, ' ');
  const content = [`Q: ${questionLine}`, `A: ${lines.filter(Boolean).join('\n')}`].join('\n');
  if (approvedAnswerOf(content)?.question !== questionLine) {
    throw new DomainError(
      'malformed',
      'MALFORMED',
      'The question and answer cannot contain the markers “Q:” and “A:”.',
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
