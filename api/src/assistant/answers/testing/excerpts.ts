import { excerptOf, rankSentences, type SearchedQuestion } from '../retrieval/excerpt.ts';
import type { Source } from '../retrieval/sentence-features.ts';

/** Returns a question with this wording; it searches for "shop" and "open" unless other stems replace these. */
export const asked = (question: string) => ({
  question,
  stems: ['shop', 'open'],
  context: '',
  contextWeight: 1,
  weightOf: () => 1,
});

/** Returns the quotes that answer a question from these passages. */
export const excerptFrom = async (question: SearchedQuestion, sources: readonly Source[]) =>
  excerptOf(question, await rankSentences(question, sources));
