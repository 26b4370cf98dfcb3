import type { GoldenFailure } from '@landline/event-schemas';
import { isOwnAnswer } from '../answers/citations.ts';
import type { Citation } from '../answers/contract.ts';
import type { GoldenQuestion } from './golden-questions.ts';

interface GivenAnswer {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly answered: boolean;
}

interface Judgment {
  readonly passed: boolean;
  readonly failures: GoldenFailure[];
  /** Expected phrases that the answer lacks. */
  readonly missing: string[];
}

/**
 * Judges whether an answer cites the expected page and contains the expected phrases. Ignores case, white space and
 * typographic punctuation. An answer written by the business needs no page.
 */
export function judgeAnswer(
  { page_url, phrases }: Pick<GoldenQuestion, 'page_url' | 'phrases'>,
  { text, citations, answered }: GivenAnswer,
): Judgment {
  const normalText = normalize(text);
  const missing = phrases.filter((phrase) => !normalText.includes(normalize(phrase)));
  const expectedPage = comparableUrl(page_url ?? '');
  const isCited = citations.some((each) => isOwnAnswer(each) || comparableUrl(each.url) === expectedPage);
  const failures: GoldenFailure[] = answered
    ? [
        ...(page_url !== null && !isCited ? (['other_page'] as const) : []),
        ...(missing.length > 0 ? (['missing_phrase'] as const) : []),
      ]
    : ['not_answered'];
  return { passed: failures.length === 0, failures, missing };
}

const normalize = (text: string) =>
  text
    .replaceAll(/\s*\[\d{1,2}\]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐‑‒–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the part that all addresses of a page share: the URL without protocol, www, trailing slash and anchor. */
const comparableUrl = (url: string) =>
  url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/#.*$/, '')
    .replace(/\/$/, '');
