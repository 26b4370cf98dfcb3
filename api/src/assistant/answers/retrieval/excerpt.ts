import { hasWord, shareIn } from './agreement.ts';
import { asksForDefinition, definitionIn } from './definitions.ts';
import { type ExpectedAnswer, expectedAnswerOf } from './expected-answer.ts';
import { isInstruction } from './instructions.ts';
import { type Part, partsOf } from './passage-parts.ts';
import { composeQuote, VERDICT } from './quote.ts';
import { contentStemsOf, generality, isStopWord, wordsOf } from './words.ts';

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
  /** Compares sentences with the question by meaning; undefined: they are compared by words only. */
  readonly compare?:
    | ((sentences: readonly string[]) => Promise<readonly number[] | undefined> | undefined)
    | undefined;
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
  /** True for the first sentence below its heading. */
  readonly isOpening: boolean;
  readonly stems: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  /** Content stems of the nearest heading or question above. */
  readonly topic: ReadonlySet<string>;
  score: number;
}

/** Weights of the features of an answering sentence. */
const WEIGHT = {
  rank: 2.5,
  context: 0.4,
  before: 0.5,
  synonym: 0.5,
  expectedAnswer: 0.45,
  distinctAnswer: 0.8,
  definition: 0.6,
  length: 0.03,
  rarity: 0.8,
  stopWord: 0.06,
  heading: 0.5,
  asked: 0.8,
  topic: 0.4,
  verdict: 0.3,
  fragment: 0.5,
  /** A list of such lines is a menu. */
  listFragment: 1.2,
  reference: 0.3,
  question: 0.6,
  meaning: 1.5,
  opening: 0.4,
  foreignVerdict: 0.5,
  condition: 0.4,
};
/** Number of sentences that are compared by meaning: those that fit best by words. */
const COMPARED = 10;
/** Share of the first quote's score that a quote of another passage needs, and of the question's words that it must add. */
const SECOND_SHARE = 0.8;
const SECOND_ADDS = 0.3;
/** Length of the first quote up to which another one is added, in characters. */
const MAX_FIRST = 200;
/** Share of the best passage's score that another passage needs. */
const SOURCE_SHARE = 0.8;
const ENDED = /[.!?:;…]["”’')\]]*$/;
const FRAGMENT_LENGTH = 90;
const YES_NO = /^(?:is|are|am|was|were|do|does|did|can|could|will|would|should|must|may|has|have|had)\b/i;
/** A sentence about one case only. */
const CONDITION = /^(?:however,? )?(?:if|unless|in case)\b/i;
/** A sentence that sends the reader elsewhere. */
const REFERENCE =
  /^(?:for (?:more|further|additional) (?:information|details)|learn (?:more|how|about|what)|read more|go to the|find out|here(?:,? (?:are|is|you)|['’]s)|see our|see also|please (?:see|refer)|view|visit)\b/i;

/**
 * Returns the passages' sentences that answer a question, from the best one or two passages, verbatim and best first. Prefers
 * sentences that cover the question and contain the kind of thing it asks for (a name, a date, an amount).
 */
export async function excerptOf<S extends Source>(asked: Asked, sources: readonly S[]): Promise<Quote<S>[]> {
  const expected = expectedAnswerOf(asked.question);
  const candidates = await byMeaning(asked, scoredCandidates(asked, sources, expected));
  const [first] = candidates;
  if (!first) return [];
  const wanted = { ...asked, expected, isYesNo: YES_NO.test(asked.question) };
  const quote = { source: first.source, text: composeQuote(first, wanted).text };
  const second =
    quote.text.length > MAX_FIRST ? undefined : candidates.find(complements(asked, first, quote));
  return second ? [quote, { source: second.source, text: second.sentence }] : [quote];
}

/** Sorts candidates, best first, after comparing the best ones with the question by meaning. */
async function byMeaning<S extends Source>({ compare }: Asked, all: Candidate<S>[]): Promise<Candidate<S>[]> {
  const sorted = all.sort((a, b) => b.score - a.score);
  const best = sorted.slice(0, COMPARED);
  const similarities = await compare?.(best.map(({ sentence }) => sentence));
  for (const [i, candidate] of best.entries()) candidate.score += WEIGHT.meaning * (similarities?.[i] ?? 0);
  return similarities ? best.sort((a, b) => b.score - a.score) : sorted;
}

/** Returns whether a sentence of another passage has words of the question that the first quote lacks. */
function complements<S extends Source>({ stems, weightOf }: Asked, first: Candidate<S>, quote: Quote<S>) {
  const quoted = stemsOf(`${quote.text} ${first.part.asked} ${first.source.heading}`);
  const total = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
  return ({ source, part, sentence, stems: own, score }: Candidate<S>): boolean => {
    if (source === first.source || part.isList || score < SECOND_SHARE * first.score) return false;
    if (sentence.length > MAX_FIRST || quote.text.includes(sentence) || sentence.endsWith('?')) return false;
    const added = stems.filter((stem) => own.has(stem) && !quoted.has(stem));
    return added.reduce((sum, stem) => sum + weightOf(stem), 0) >= SECOND_ADDS * total;
  };
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
  const candidates = sources.filter(({ score }) => score >= SOURCE_SHARE * top).flatMap(candidatesIn);
  const rarityOf = (stem: string) =>
    Math.log(1 + candidates.length / (1 + candidates.filter((each) => each.stems.has(stem)).length));
  const rarities = new Map(stems.map((stem) => [stem, rarityOf(stem)]));
  const searched = new Set(stems);
  const kindWeight =
    expected?.isDistinct || expected?.kind === 'number' ? WEIGHT.distinctAnswer : WEIGHT.expectedAnswer;
  for (const candidate of candidates) {
    const { sentence, part, topic } = candidate;
    // A heading about something more special fits less.
    const match = shareIn(topic, searched, () => 1);
    candidate.score =
      coverage(stems, candidate, (stem) => shareOf(stem) * weightOf(stem)) +
      WEIGHT.rarity *
        coverage(stems, candidate, (stem) => shareOf(stem) * generality(stem) * (rarities.get(stem) ?? 0)) +
      WEIGHT.rank * (candidate.source.score / top) +
      kindWeight * (expected?.offers(sentence, questionWords) ?? 0) +
      WEIGHT.topic * match +
      (isDefinition ? WEIGHT.definition * definitionIn(sentence, stems) : 0) +
      WEIGHT.stopWord *
        (stopWords.filter((stem) => candidate.stems.has(stem)).length / (stopWords.length || 1)) -
      WEIGHT.length * (sentence.length / 100) +
      verdictScore(candidate, isYesNo) +
      (candidate.isOpening ? WEIGHT.opening * match : 0) -
      (isFragment(sentence, part) ? (part.isList ? WEIGHT.listFragment : WEIGHT.fragment) : 0) -
      (REFERENCE.test(sentence) && !expected?.isDistinct ? WEIGHT.reference : 0) -
      (CONDITION.test(sentence) && !isYesNo && !/\bif\b/i.test(question) ? WEIGHT.condition : 0) -
      // A sentence that is a question rarely answers the visitor's.
      (sentence.endsWith('?') ? WEIGHT.question : 0);
  }
  return candidates;
}

/** A "Yes." answers the question above it: it fits a question that asks for one and misleads otherwise. */
function verdictScore({ sentence, at }: Candidate<Source>, isYesNo: boolean): number {
  if (!VERDICT.test(sentence)) return 0;
  return isYesNo && at === 0 ? WEIGHT.verdict : isYesNo ? 0 : -WEIGHT.foreignVerdict;
}

/** Returns true if a sentence is a title, a caption or the text of a link rather than a statement. */
const isFragment = (sentence: string, { isList, lead }: Part) =>
  sentence.length <= FRAGMENT_LENGTH &&
  !ENDED.test(sentence) &&
  !(isList && (lead !== '' || /\d/.test(sentence)));

function candidatesIn<S extends Source>(source: S): Candidate<S>[] {
  const headings = source.heading.split(' › ');
  const parts = partsOf(
    source.text,
    headings.findLast((heading) => heading.endsWith('?')),
  );
  const nearest = headings.at(-1) || (source.title ?? '').split(' | ')[0] || '';
  const question = nearest.endsWith('?') ? nearest : '';
  const above = stemsOf(`${source.title ?? ''} ${source.heading}`);
  let before: ReadonlySet<string> = new Set();
  return parts.flatMap((part) => {
    const asked = stemsOf(part.asked || question);
    const lead = stemsOf(part.lead);
    const topic = contentStemsOf(part.asked || nearest);
    return part.units.flatMap((sentence, at) => {
      const stems = stemsOf(sentence);
      const isOpening = at === 0 && part.isFirst;
      const candidate = {
        source,
        parts,
        part,
        at,
        sentence,
        isOpening,
        stems,
        asked,
        above,
        topic,
        score: 0,
      };
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
    else if (hasWord(own, stem)) sum += WEIGHT.synonym * weight;
    else if (before.has(stem)) sum += WEIGHT.before * weight;
    else if (above.has(stem)) sum += WEIGHT.heading * weight;
  }
  return total === 0 ? 0 : sum / total;
}
