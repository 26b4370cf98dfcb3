import type { Passage } from './citations.ts';
import { nearestHeading } from './passages.ts';
import type { SearchedQuestion } from './retrieval/excerpt.ts';
import { partsOf } from './retrieval/passage-parts.ts';
import { isStopWord, wordsOf } from './retrieval/words.ts';

const MAX_SUGGESTIONS = 3;
const MAX_LENGTH = 150;
/** Share of the question's weight that a suggested question must cover. */
const MIN_COVERAGE = 0.3;

/** Minimum confidence for suggesting the headings of the best passages. */
const MIN_TOPIC_CONFIDENCE = 0.05;
/** Number of passages whose headings are suggested. */
const TOPICS = 2;

/** Returns the questions closest to a visitor's that these passages answer, best first. */
export function closestQuestions(
  { stems, weightOf }: Pick<SearchedQuestion, 'stems' | 'weightOf'>,
  passages: readonly Pick<Passage, 'title' | 'heading' | 'text'>[],
): string[] {
  const questions = new Set(passages.flatMap(questionsOf));
  const contentStems = stems.filter((stem) => !isStopWord(stem));
  const total = contentStems.reduce((sum, stem) => sum + weightOf(stem), 0);
  return [...questions]
    .map((question) => {
      const words = new Set(wordsOf(question).map(({ stem }) => stem));
      const covered = contentStems.reduce((sum, stem) => sum + (words.has(stem) ? weightOf(stem) : 0), 0);
      return { question, coverage: covered / total };
    })
    .filter(({ coverage }) => coverage >= MIN_COVERAGE)
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ question }) => question);
}

/** Returns the topics of the best passages; none if the search found too little. */
export function closestTopics(passages: readonly Pick<Passage, 'heading'>[], confidence: number): string[] {
  if (confidence < MIN_TOPIC_CONFIDENCE) return [];
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
