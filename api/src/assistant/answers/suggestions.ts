import type { Passage } from './citations.ts';
import { nearestHeading } from './passages.ts';
import { partsOf } from './retrieval/passage-parts.ts';

const MAX_QUESTIONS = 3;
/** Number of passages whose headings are suggested. */
const TOPICS = 2;
const MAX_LENGTH = 150;
/** Cosine of passage and question below which the questions of a passage are about something else. */
const MIN_SIMILARITY = 0.25;
/** Confidence below which nothing is suggested. */
const MIN_CONFIDENCE = 0.05;

/**
 * Returns the questions that the best passages answer, best first, except the visitor's own; none if the search found too
 * little.
 */
export function closestQuestions(
  passages: readonly (Pick<Passage, 'title' | 'heading' | 'text'> & {
    readonly similarity?: number | undefined;
  })[],
  question: string,
  confidence: number,
): string[] {
  if (confidence < MIN_CONFIDENCE) return [];
  const asked = keyOf(question);
  const similar = passages.filter(
    ({ similarity }) => similarity === undefined || similarity >= MIN_SIMILARITY,
  );
  return [...new Set(similar.flatMap(questionsOf))]
    .filter((suggestion) => keyOf(suggestion) !== asked)
    .slice(0, MAX_QUESTIONS);
}

/** Returns the same for questions that differ in case and punctuation only. */
const keyOf = (question: string): string => question.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Returns the topics of the best passages; none if the search found too little. */
export function closestTopics(passages: readonly Pick<Passage, 'heading'>[], confidence: number): string[] {
  if (confidence < MIN_CONFIDENCE) return [];
  const topics = passages.slice(0, TOPICS).map(({ heading }) => nearestHeading(heading));
  return [...new Set(topics)].filter((topic) => topic !== '' && topic.length <= MAX_LENGTH);
}

function questionsOf({ title, heading, text }: Pick<Passage, 'title' | 'heading' | 'text'>): string[] {
  const headings = heading.split(' › ');
  const [ownTitle = ''] = title.split(' | ');
  return [...headings, ownTitle, ...partsOf(text).map(({ pageQuestion }) => pageQuestion)].filter(
    (line) => line.endsWith('?') && line.length <= MAX_LENGTH,
  );
}
