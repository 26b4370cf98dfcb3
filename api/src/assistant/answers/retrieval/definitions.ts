import { wordsOf } from './words.ts';

const ASKS =
  /^\W*(?:(?:so|and|but)\s+)?(?:what(?:['’]?s|\s+(?:is|are|was|were))\b(?!\s+(?:your|my|our|the (?:best|difference|cost|price|fee|limit|maximum|minimum|process))\b)|who(?:['’]?s|\s+(?:is|are|was|were))\b|(?:define|meaning of|what do(?:es)?\b.*\bmean\b))/i;
const DEFINES =
  /^\W*(?:an?\s+|the\s+)?(.{1,80}?)["”’)]*\s+(?:is|are|was|were|means|refers to|stands for|consists of)\s+(?:an?|the|any|one|not|that|when|where|those|used|defined|made|created|a kind|[a-z]+ (?:that|who|which|for|of))\b/i;
/** Words that the subject of a definition may have besides those asked for. */
const MAX_OTHER_WORDS = 3;

/** Returns whether a question asks what something is. */
export const asksForDefinition = (question: string): boolean => ASKS.test(question);

/** Scores, from 0 to 1, whether a sentence says what the subject of a question is: "A security key is a device …". */
export function definitionIn(sentence: string, stems: readonly string[]): number {
  const [, subject = ''] = DEFINES.exec(sentence) ?? [];
  if (subject === '' || stems.length === 0) return 0;
  const words = wordsOf(subject).map(({ stem }) => stem);
  const missing = stems.filter((stem) => !words.includes(stem)).length;
  if (missing > stems.length / 3) return 0;
  return words.length <= stems.length + MAX_OTHER_WORDS ? 1 : 0.5;
}
