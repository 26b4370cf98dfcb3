import type { Turn } from '../contract.ts';
import { type Context, contextOf } from '../follow-up.ts';
import { requestOf } from './courtesy.ts';
import { type Language, languageOf } from './language.ts';
import { searchTextOf } from './search-text.ts';
import { englishOf } from './spanish.ts';

/** A visitor's message, prepared for the search. */
export interface ReadQuestion {
  /** The question without courtesy and background. */
  readonly question: string;
  /** Words to search for. */
  readonly searchText: string;
  readonly context: Context;
  /** Undefined if the language cannot be detected. */
  readonly language: Language | undefined;
  /** English translation of a Spanish question, for websites whose content is not in Spanish. */
  readonly english?: ReadQuestion;
}

export function readQuestion(message: string, history: readonly Turn[]): ReadQuestion {
  const read = readWords(message, history);
  if (read.language !== 'es') return read;
  const inEnglish = (turn: Turn) => (turn.role === 'user' ? { ...turn, text: englishOf(turn.text) } : turn);
  return { ...read, english: readWords(englishOf(message), history.map(inEnglish)) };
}

function readWords(message: string, history: readonly Turn[]): ReadQuestion {
  const request = requestOf(message);
  const { question } = request;
  return {
    question,
    searchText: searchTextOf(question),
    context: contextOf(request, history),
    language: languageOf(message),
  };
}
