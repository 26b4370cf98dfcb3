import type { Turn } from '../contract.ts';
import { type Context, contextOf } from '../follow-up.ts';
import { requestOf } from './courtesy.ts';
import { type Language, languageOf } from './language.ts';
import { searchTextOf } from './search-text.ts';

/** A visitor's message, prepared for the search. */
export interface ReadQuestion {
  /** The question without courtesy and background. */
  readonly question: string;
  /** Words to search for. */
  readonly searchText: string;
  readonly context: Context;
  /** Undefined if its words do not show the language. */
  readonly language: Language | undefined;
}

export function readQuestion(message: string, history: readonly Turn[]): ReadQuestion {
  const request = requestOf(message);
  const { question } = request;
  return {
    question,
    searchText: searchTextOf(question),
    context: contextOf(request, history),
    language: languageOf(message),
  };
}
