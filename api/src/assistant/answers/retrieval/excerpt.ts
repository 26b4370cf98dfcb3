import { asksForDefinition, definitionIn } from './definitions.ts';
import { type ExpectedAnswer, expectedAnswerOf } from './expected-answer.ts';
import { isInstruction } from './instructions.ts';
import { type Part, partsOf } from './passage-parts.ts';
import { composeQuote } from './quote.ts';
import { SYNONYMS } from './synonyms.ts';
import { isStopWord, wordsOf } from './words.ts';

/** A candidate passage; sources are sorted best first. */
export interface Source {
  /** Title of the page, if known. */
  readonly title?: string;
  /** Headings above the passage; empty if there are none. */
  readonly heading: string;
  readonly text: string;
  /** Ranking score. */
  readonly score: number;
}

export interface Asked {
  readonly question: string;
  /** Stems searched for, with corrected spelling. */
  readonly stems: readonly string[];
  /** Earlier conversation that was searched for too; its words count less. */
  readonly context: string;
  /** Weight of a stem: its rarity. */
  readonly weightOf: (stem: string) => number;
}

export interface Quote<S extends Source> {
  readonly source: S;
  /** Verbatim sentences, or list items in lines that start with "- ". */
  readonly text: string;
}

interface Candidate<S extends Source> {
  readonly source: S;
  readonly parts: readonly Part[];
  readonly part: Part;
  /** Place in `part.units`. */
  readonly at: number;
  readonly sentence: string;
  readonly stems: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  /** Content stems of the nearest heading or question above. */
  readonly topic: readonly string[];
  score: number;
}

/** Weights of the features of an answering sentence. */
const WEIGHT = {
  rank: 1.2,
  context: 0.4,
  before: 0.5,
  synonym: 0.5,
  expectedAnswer: 0.25,
  distinctAnswer: 0.5,
  definition: 0.6,
  length: 0.03,
  rarity: 0.8,
  stopWord: 0.06,
  heading: 0.5,
  asked: 0.8,
  topic: 0.4,
  verdict: 0.3,
  fragment: 0.5,
  reference: 0.3,
  question: 0.6,
};
/** Length that the quotes together should not exceed, in characters, unless the first one needs more. */
const MAX_LENGTH = 300;
const CITATION_LENGTH = ' [1]'.length;
/** Minimum number of characters left for another sentence to be added. */
const MIN_ROOM = 40;
/** Share of the best sentence's score that another sentence needs to be added. */
const SECOND_SHARE = 0.65;
const MAX_SOURCES = 2;
const ENDED = /[.!?:;…]["”’')\]]*$/;
const FRAGMENT_LENGTH = 90;
const VERDICT =
  /^(?:yes|no|maybe|possibly|only|sometimes|not necessarily|it depends|sure|absolutely|generally|usually)\b/i;
const YES_NO = /^(?:is|are|am|was|were|do|does|did|can|could|will|would|should|must|may|has|have|had)\b/i;
/** A sentence that sends the reader elsewhere. */
const REFERENCE =
  /^(?:for (?:more|further|additional) (?:information|details)|learn more|read more|see also|please (?:see|refer)|view|visit)\b/i;

/**
 * Returns the passages' sentences that answer a question, from the best one or two passages, verbatim and best first. Prefers
 * sentences that cover the question and contain the kind of thing it asks for (a name, a date, an amount).
 */
export function excerptOf<S extends Source>(asked: Asked, sources: readonly S[]): Quote<S>[] {
  const expected = expectedAnswerOf(asked.question);
  const candidates = scoredCandidates(asked, sources, expected).sort((a, b) => b.score - a.score);
  const [first] = candidates;
  if (!first) return [];
  const wanted = { ...asked, expected, isYesNo: YES_NO.test(asked.question) };
  const quotes = [{ source: first.source, text: composeQuote(first, wanted).text }];
  let room = MAX_LENGTH - (quotes[0]?.text.length ?? 0) - CITATION_LENGTH;
  for (const candidate of candidates.slice(1, 8)) {
    if (room < MIN_ROOM || candidate.score < SECOND_SHARE * first.score) break;
    const { source, part, sentence } = candidate;
    const own = quotes.find((quote) => quote.source === source);
    if (quotes.some(({ text }) => text.includes(sentence))) continue;
    if (part.isList || sentence.length + CITATION_LENGTH > room) continue;
    if (!own && quotes.length === MAX_SOURCES) continue;
    if (own) own.text = `${own.text} ${sentence}`;
    else quotes.push({ source, text: sentence });
    room -= sentence.length + 1 + (own ? 0 : CITATION_LENGTH);
  }
  return quotes.map(({ source, text }) => ({ source, text }));
}

function scoredCandidates<S extends Source>(
  { question, stems, context, weightOf }: Asked,
  sources: readonly S[],
  expected: ExpectedAnswer | undefined,
): Candidate<S>[] {
  const questionWords = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const questionStems = stemsOf(question);
  const stopWords = [...questionStems].filter(isStopWord);
  const earlier = stemsOf(context);
  const shareOf = (stem: string) => (earlier.has(stem) && !questionStems.has(stem) ? WEIGHT.context : 1);
  const isYesNo = YES_NO.test(question);
  const isDefinition = asksForDefinition(question);
  const top = sources[0]?.score || 1;
  const candidates = sources.flatMap(candidatesIn);
  const rarityOf = (stem: string) =>
    Math.log(1 + candidates.length / (1 + candidates.filter((each) => each.stems.has(stem)).length));
  const rarities = new Map(stems.map((stem) => [stem, rarityOf(stem)]));
  const kindWeight = expected?.isDistinct ? WEIGHT.distinctAnswer : WEIGHT.expectedAnswer;
  for (const candidate of candidates) {
    const { sentence, part, topic } = candidate;
    candidate.score =
      coverage(stems, candidate, (stem) => shareOf(stem) * weightOf(stem)) +
      WEIGHT.rarity * coverage(stems, candidate, (stem) => shareOf(stem) * (rarities.get(stem) ?? 0)) +
      WEIGHT.rank * (candidate.source.score / top) +
      kindWeight * (expected?.offers(sentence, questionWords) ?? 0) +
      WEIGHT.topic * topicMatch(topic, new Set(stems)) +
      (isDefinition ? WEIGHT.definition * definitionIn(sentence, stems) : 0) +
      WEIGHT.stopWord *
        (stopWords.filter((stem) => candidate.stems.has(stem)).length / (stopWords.length || 1)) -
      WEIGHT.length * (sentence.length / 100) +
      (isYesNo && VERDICT.test(sentence) && candidate.at === 0 ? WEIGHT.verdict : 0) -
      (isFragment(sentence, part) ? WEIGHT.fragment : 0) -
      (REFERENCE.test(sentence) && !expected?.isDistinct ? WEIGHT.reference : 0) -
      // A sentence that is a question rarely answers the visitor's.
      (sentence.endsWith('?') ? WEIGHT.question : 0);
  }
  return candidates;
}

/** Whether a sentence is a title, a caption or the text of a link rather than a statement. */
const isFragment = (sentence: string, { isList, lead }: Part) =>
  sentence.length <= FRAGMENT_LENGTH &&
  !ENDED.test(sentence) &&
  !(isList && (lead !== '' || /\d/.test(sentence)));

/** Share of a heading's words that the question has: a heading about something more special fits less. */
function topicMatch(topic: readonly string[], stems: ReadonlySet<string>): number {
  if (topic.length === 0) return 0;
  const has = (stem: string) =>
    stems.has(stem) || [...(SYNONYMS.get(stem) ?? [])].some((other) => stems.has(other));
  return topic.filter(has).length / topic.length;
}

function candidatesIn<S extends Source>(source: S): Candidate<S>[] {
  const headings = source.heading.split(' › ');
  const parts = partsOf(
    source.text,
    headings.findLast((heading) => heading.endsWith('?')),
  );
  const nearest = headings.at(-1) || (source.title ?? '').split(' | ')[0] || '';
  const above = stemsOf(`${source.title ?? ''} ${source.heading}`);
  let before: ReadonlySet<string> = new Set();
  return parts.flatMap((part) => {
    const asked = stemsOf(part.asked);
    const lead = stemsOf(part.lead);
    const topic = [...stemsOf(part.asked || nearest)].filter((stem) => !isStopWord(stem));
    return part.units.flatMap((sentence, at) => {
      const stems = stemsOf(sentence);
      const candidate = { source, parts, part, at, sentence, stems, asked, above, topic, score: 0 };
      const isQuotable = !isInstruction(sentence);
      const here = { ...candidate, before: part.isList ? lead : before };
      before = stems;
      return isQuotable ? [here] : [];
    });
  });
}

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(({ stem }) => stem));

/** Share of the question that a sentence covers; the previous sentence and headings count in part. */
function coverage(
  stems: readonly string[],
  { stems: own, before, asked, above }: Candidate<Source>,
  weightOf: (stem: string) => number,
): number {
  let sum = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    if (own.has(stem)) sum += weight;
    else if (asked.has(stem)) sum += WEIGHT.asked * weight;
    else if ([...(SYNONYMS.get(stem) ?? [])].some((other) => own.has(other))) sum += WEIGHT.synonym * weight;
    else if (before.has(stem)) sum += WEIGHT.before * weight;
    else if (above.has(stem)) sum += WEIGHT.heading * weight;
  }
  return total === 0 ? 0 : sum / total;
}
