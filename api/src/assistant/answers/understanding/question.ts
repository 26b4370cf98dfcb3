import type { Turn } from '../contract.ts';
import { type Context, contextOf } from '../follow-up.ts';
import { requestOf } from './courtesy.ts';
import { type Language, languageOf } from './language.ts';
import { searchTextOf } from './search-text.ts';
import { englishOf } from './spanish.ts';

/** A visitor's message, prepared for the search. */
export interface ParsedQuestion {
  /** The question without courtesy and background. */
  readonly question: string;
  /** Statements around the question, such as "I lost my phone.", or empty. */
  readonly background: string;
  /** Words to search for. */
  readonly searchText: string;
  readonly context: Context;
  /** Undefined if the language cannot be detected. */
  readonly language: Language | undefined;
  /** English translation of a Spanish question, for websites whose content is not in Spanish. */
  readonly english?: ParsedQuestion;
}

export function parseQuestion(message: string, history: readonly Turn[]): ParsedQuestion {
  const parsed = parseWords(message, history);
  if (parsed.language !== 'es') return parsed;
  const inEnglish = (turn: Turn) => (turn.role === 'user' ? { ...turn, text: englishOf(turn.text) } : turn);
  return { ...parsed, english: parseWords(englishOf(message), history.map(inEnglish)) };
}

function parseWords(message: string, history: readonly Turn[]): ParsedQuestion {
  const request = requestOf(message);
  const { question, background } = request;
  return {
    question,
    background,
    searchText: searchTextOf(question),
    context: contextOf(request, history),
    language: languageOf(message),
  };
}
