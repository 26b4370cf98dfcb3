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
 * Compares an answer with what is expected of it: the page that it cites and the phrases that it contains. Ignores case,
 * white space and typographic marks. An answer of the business itself needs no page.
 */
export function judgeAnswer(
  { page_url, phrases }: Pick<GoldenQuestion, 'page_url' | 'phrases'>,
  { text, citations, answered }: GivenAnswer,
): Judgment {
  const given = plain(text);
  const missing = phrases.filter((phrase) => !given.includes(plain(phrase)));
  const isCited = citations.some((each) => isOwnAnswer(each) || pageOf(each.url) === pageOf(page_url ?? ''));
  const failures: GoldenFailure[] = answered
    ? [
        ...(page_url !== null && !isCited ? (['other_page'] as const) : []),
        ...(missing.length > 0 ? (['missing_phrase'] as const) : []),
      ]
    : ['not_answered'];
  return { passed: failures.length === 0, failures, missing };
}

const plain = (text: string) =>
  text
    .replaceAll(/\s*\[\d{1,2}\]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐‑‒–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the part of an address that names the page: without protocol, www, trailing slash and anchor. */
const pageOf = (url: string) =>
  url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/#.*$/, '')
    .replace(/\/$/, '');
