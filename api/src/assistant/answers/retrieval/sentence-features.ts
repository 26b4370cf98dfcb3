import { hasWord, shareIn } from './agreement.ts';
import { expectedAnswerOf, isStep } from './expected-answer.ts';
import { type Part, partsOf } from './passage-parts.ts';
import { isPromptInjection } from './prompt-injection.ts';
import { isYesNo, VERDICT } from './quote.ts';
import { contentStemsOf, generality, isStopWord, stemsOf } from './words.ts';

/** A candidate passage; sources are sorted best first. */
export interface Source {
  /** Title of the page, if known. */
  readonly title?: string;
  /** Headings above the passage; empty if there are none. */
  readonly heading: string;
  readonly text: string;
  /** Ranking score. */
  readonly score: number;
  /** Cosine of passage and question; undefined without a vector. */
  readonly similarity?: number | undefined;
}

/** A question to which sentences are compared. */
export interface SentenceQuestion {
  readonly question: string;
  /** Stems searched for, with corrected spelling. */
  readonly stems: readonly string[];
  /** Earlier conversation that was searched for too. */
  readonly context: string;
  /** Weight of its words relative to those of the question. */
  readonly contextWeight: number;
  /** Weight of a stem: its rarity. */
  readonly weightOf: (stem: string) => number;
}

/** A sentence, or an item of a list, that may answer the question. */
export interface Sentence<S extends Source> {
  readonly source: S;
  /** All parts of the passage. */
  readonly parts: readonly Part[];
  readonly part: Part;
  /** Place in `part.units`. */
  readonly at: number;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly features: SentenceFeatures;
}

/** Evidence that a sentence answers the question; from 0 to 1, except where noted. */
export interface SentenceFeatures {
  /** Share of the question's words, by weight, that the sentence covers; its surroundings count in part. */
  readonly coverage: number;
  /** The same, by rarity among the candidates; at most about 3. */
  readonly rarity: number;
  /** Score of the passage relative to the best one. */
  readonly rank: number;
  /** Cosine of passage and question; 0 if it is not known. */
  readonly passage: number;
  /** The sentence contains the kind of thing asked for. */
  readonly kind: number;
  /** The sentence contains the kind of thing asked for, and its form shows it, such as a price. */
  readonly distinctKind: number;
  /** Share of the heading's words that were searched for; 0 except for the first sentence below the heading. */
  readonly opening: number;
  readonly stopWords: number;
  /** Length in hundreds of characters. */
  readonly length: number;
  /** The sentence starts with a verdict such as "Yes", although the question asks for none. */
  readonly unaskedVerdict: number;
  /** The sentence is an instruction, although the question is whether the business does something. */
  readonly unaskedStep: number;
  /** The sentence is a title, a caption or the text of a link. */
  readonly fragment: number;
  /** The sentence is a title or the text of a link in a list, as in a menu. */
  readonly listFragment: number;
  /** The sentence sends the reader elsewhere. */
  readonly reference: number;
  /** The sentence is a question, which rarely answers the visitor's. */
  readonly question: number;
}

/** Stems of the text around a sentence. */
interface Surroundings {
  readonly before: ReadonlySet<string>;
  /** Stems of the question that the passage answers, if it is written above. */
  readonly asked: ReadonlySet<string>;
  /** Stems of the title and the headings. */
  readonly above: ReadonlySet<string>;
}

/** Weights of a word that occurs around a sentence but not in it. */
const BESIDE = { asked: 0.8, synonym: 0.5, before: 0.5, above: 0.5 };
/**
 * Share of the best passage's score that a passage needs to answer how, when or where to reach the business. The words of
 * such a question, as "contact" or "hours", also occur where a page sends visitors to another organization.
 */
const BUSINESS_SHARE = 0.9;
const ENDED = /[.!?:;…]["”’')\]]*$/;
const FRAGMENT_LENGTH = 90;
const REFERENCE =
  /^(?:for (?:more|further|additional) (?:information|details)|learn (?:more|how|about|what)|read more|go to the|find out|here(?:,? (?:are|is|you)|['’]s)|see our|see also|please (?:see|refer)|view|visit)\b|\b(?:to|and) (?:learn more|find out more)\W*$/i;

/** A heading that asks something, with or without a question mark. */
const ASKS = /\?$|^(?:how|what|when|where|why|who|which|can|do|does|is|are|should|will) \S/i;

/** Returns the sentences of the passages that may be quoted, with their features. */
export function sentencesFor<S extends Source>(
  { question, stems, context, contextWeight, weightOf }: SentenceQuestion,
  sources: readonly S[],
): Sentence<S>[] {
  const expected = expectedAnswerOf(question);
  const questionWords = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const questionStems = stemsOf(question);
  const stopWords = [...questionStems].filter(isStopWord);
  const earlier = stemsOf(context);
  const shareOf = (stem: string) => (earlier.has(stem) && !questionStems.has(stem) ? contextWeight : 1);
  const asksForVerdict = isYesNo(question);
  const asksForAbility = expected?.kind === 'ability';
  const isDistinct = expected?.isDistinct || expected?.kind === 'number';
  const top = sources[0]?.score || 1;
  const share = expected?.isOfBusiness ? BUSINESS_SHARE : 0;
  const places = sources.filter(({ score }) => score >= share * top).flatMap(placesIn);
  const rarities = new Map(
    stems.map((stem) => [
      stem,
      Math.log(1 + places.length / (1 + places.filter((each) => each.stems.has(stem)).length)),
    ]),
  );
  const searched = new Set(stems);
  return places.map(({ topic, surroundings, ...place }) => {
    const { source, part, at, text } = place;
    const offered = expected?.offers(text, questionWords) ?? 0;
    const isFragment = isTitle(text, part);
    const covered = (weight: (stem: string) => number) =>
      coverage(stems, place.stems, surroundings, (stem) => shareOf(stem) * weight(stem));
    const features = {
      coverage: covered(weightOf),
      rarity: covered((stem) => generality(stem) * (rarities.get(stem) ?? 0)),
      rank: source.score / top,
      passage: source.similarity ?? 0,
      kind: isDistinct ? 0 : offered,
      distinctKind: isDistinct ? offered : 0,
      opening: at === 0 && part.isFirst ? shareIn(topic, searched, () => 1) : 0,
      stopWords: stopWords.filter((stem) => place.stems.has(stem)).length / (stopWords.length || 1),
      length: text.length / 100,
      unaskedVerdict: Number(VERDICT.test(text) && !asksForVerdict),
      unaskedStep: Number(asksForAbility && (isStep(text) || text.endsWith(':'))),
      fragment: Number(isFragment && !part.isList),
      listFragment: Number(isFragment && part.isList),
      reference: Number(REFERENCE.test(text) && !expected?.isDistinct),
      question: Number(text.endsWith('?')),
    };
    return { ...place, features };
  });
}

/** Returns true if a sentence is a title, a caption or the text of a link rather than a statement. */
const isTitle = (sentence: string, { isList, lead }: Part) =>
  sentence.length <= FRAGMENT_LENGTH &&
  !ENDED.test(sentence) &&
  !(isList && (lead !== '' || /\d/.test(sentence)));

/** Returns true for a source or remark in parentheses, which says nothing by itself. */
const isAside = (sentence: string) => /^[([].*[)\]]\W*$/.test(sentence);

/** Returns true for a list of headings: each item asks or introduces something, or is a title among such items. */
const isMenu = (part: Part) =>
  part.isList &&
  part.lead === '' &&
  part.units.some((unit) => /[?:]$/.test(unit)) &&
  part.units.every((unit) => /[?:]$/.test(unit) || isTitle(unit, part));

/** Returns the quotable sentences of a passage with what surrounds them. */
function placesIn<S extends Source>(source: S) {
  const headings = source.heading.split(' › ');
  const parts = partsOf(
    source.text,
    headings.findLast((heading) => heading.endsWith('?')),
  );
  const nearest = headings.at(-1) || (source.title ?? '').split(' | ')[0] || '';
  const question = ASKS.test(nearest) ? nearest : '';
  const above = stemsOf(`${source.title ?? ''} ${source.heading}`);
  let previous: ReadonlySet<string> = new Set();
  return parts.flatMap((part) => {
    const asked = stemsOf(part.asked || question);
    const lead = stemsOf(part.lead);
    const topic = contentStemsOf(part.asked || nearest);
    const isQuotable = !isMenu(part);
    return part.units.flatMap((text, at) => {
      const stems = stemsOf(text);
      const surroundings = { before: part.isList ? lead : previous, asked, above };
      previous = stems;
      return isQuotable && !isPromptInjection(text) && !isAside(text)
        ? [{ source, parts, part, at, text, stems, topic, surroundings }]
        : [];
    });
  });
}

/** Returns the share of the question that a sentence covers; what surrounds it counts in part. */
function coverage(
  stems: readonly string[],
  own: ReadonlySet<string>,
  { before, asked, above }: Surroundings,
  weightOf: (stem: string) => number,
): number {
  let sum = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    if (own.has(stem)) sum += weight;
    else if (asked.has(stem)) sum += BESIDE.asked * weight;
    else if (hasWord(own, stem)) sum += BESIDE.synonym * weight;
    else if (before.has(stem)) sum += BESIDE.before * weight;
    else if (above.has(stem)) sum += BESIDE.above * weight;
  }
  return total === 0 ? 0 : sum / total;
}
