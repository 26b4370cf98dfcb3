import { hasWord, shareIn } from './agreement.ts';
import { expectedAnswerOf, isStep } from './expected-answer.ts';
import { type Part, partsOf } from './passage-parts.ts';
import { isPromptInjection } from './prompt-injection.ts';
import { mayBeYesNo, VERDICT } from './quote.ts';
import { contentStemsOf, isStopWord, specificity, stemsOf } from './words.ts';

/** A passage that may be quoted; sources are sorted best first. */
export interface Source {
  /** Title of the page, if known. */
  readonly title?: string;
  /** Headings above the passage, joined by " › "; empty if there are none. */
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
  /** Words of the earlier conversation that were searched for too. */
  readonly context: string;
  /** Weight of the words of the context relative to those of the question. */
  readonly contextWeight: number;
  /** Returns the weight of a stem: its inverse document frequency, less for words of general meaning. */
  readonly weightOf: (stem: string) => number;
}

/** A sentence, or an item of a list, that may answer the question. */
export interface Sentence<S extends Source> {
  readonly source: S;
  /** All parts of the passage. */
  readonly parts: readonly Part[];
  readonly part: Part;
  /** Index in `part.units`. */
  readonly at: number;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly features: SentenceFeatures;
}

/** Evidence that a sentence answers the question, from 0 to 1 except for the length and the cosine. */
export interface SentenceFeatures {
  /** Share of the question's words, by weight, that the sentence covers; its surroundings count in part. */
  readonly coverage: number;
  /** The same, with each word weighted by its inverse document frequency among the sentences of all sources. */
  readonly localCoverage: number;
  /** Score of the passage relative to the best one. */
  readonly passageScore: number;
  /** Cosine of passage and question; 0 if it is not known. */
  readonly passageSimilarity: number;
  /** Certainty that the sentence contains the kind of thing asked for; 0 if that kind has a distinct form. */
  readonly kind: number;
  /** The same for a kind of distinct form, such as a price; 0 for other kinds. */
  readonly distinctKind: number;
  /** Share of the heading's words that were searched for; 0 except for the first sentence below the heading. */
  readonly opening: number;
  /** Share of the question's stop words that the sentence has. */
  readonly stopWords: number;
  /** Length in hundreds of characters. */
  readonly length: number;
  /** The sentence starts with a verdict such as "Yes", although the question asks for none. */
  readonly unaskedVerdict: number;
  /** The sentence is an instruction, although the question asks whether the business does something. */
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
  /** Stems of the sentence before it, or of the line that introduces its list. */
  readonly before: ReadonlySet<string>;
  /** Stems of the question on the page that the sentence answers, if there is one above it. */
  readonly pageQuestion: ReadonlySet<string>;
  /** Stems of the title of the page and of the headings above the passage. */
  readonly above: ReadonlySet<string>;
}

/** Weights of a word that a sentence lacks, but has a synonym of, or that surrounds it. */
const PARTIAL_MATCH = { pageQuestion: 0.8, synonym: 0.5, before: 0.5, above: 0.5 };
/**
 * Minimum score, relative to the best passage, of a passage that may answer how, when or where to reach the business. The words
 * of such a question, such as "contact" or "hours", also occur where a page sends visitors to another organization.
 */
const MIN_BUSINESS_SCORE = 0.9;
/** A text that ends with punctuation, as a statement does. */
const ENDED = /[.!?:;…]["”’')\]]*$/;
/** Maximum length of a title, a caption or the text of a link, in characters. */
const MAX_FRAGMENT = 90;
/** A sentence that sends the reader elsewhere. */
const REFERENCE =
  /^(?:for (?:more|further|additional) (?:information|details)|learn (?:more|how|about|what)|read more|go to the|find out|here(?:,? (?:are|is|you)|['’]s)|see our|see also|please (?:see|refer)|view|visit(?! us at))\b|\b(?:to|and) (?:learn more|find out more)\W*$/i;

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
  const factorOf = (stem: string) => (earlier.has(stem) && !questionStems.has(stem) ? contextWeight : 1);
  const asksForVerdict = mayBeYesNo(question);
  const asksForAbility = expected?.kind === 'ability';
  const isDistinct = expected?.isDistinct || expected?.kind === 'number';
  const bestScore = sources[0]?.score || 1;
  const minScore = expected?.isOfBusiness ? MIN_BUSINESS_SCORE * bestScore : 0;
  const sentences = sources.filter(({ score }) => score >= minScore).flatMap(quotableSentencesIn);
  const localIdf = new Map(
    stems.map((stem) => [
      stem,
      Math.log(1 + sentences.length / (1 + sentences.filter((each) => each.stems.has(stem)).length)),
    ]),
  );
  const searched = new Set(stems);
  return sentences.map(({ headingStems, surroundings, ...sentence }) => {
    const { source, part, at, text } = sentence;
    const kindScore = expected?.matchScore(text, questionWords) ?? 0;
    const isFragment = isTitle(text, part);
    const covered = (weight: (stem: string) => number) =>
      coverage(stems, sentence.stems, surroundings, (stem) => factorOf(stem) * weight(stem));
    const features = {
      coverage: covered(weightOf),
      localCoverage: covered((stem) => specificity(stem) * (localIdf.get(stem) ?? 0)),
      passageScore: source.score / bestScore,
      passageSimilarity: source.similarity ?? 0,
      kind: isDistinct ? 0 : kindScore,
      distinctKind: isDistinct ? kindScore : 0,
      opening: at === 0 && part.isFirst ? shareIn(headingStems, searched, () => 1) : 0,
      stopWords: stopWords.filter((stem) => sentence.stems.has(stem)).length / (stopWords.length || 1),
      length: text.length / 100,
      unaskedVerdict: Number(VERDICT.test(text) && !asksForVerdict),
      unaskedStep: Number(asksForAbility && (isStep(text) || text.endsWith(':'))),
      fragment: Number(isFragment && !part.isList),
      listFragment: Number(isFragment && part.isList),
      reference: Number(REFERENCE.test(text) && !expected?.isDistinct),
      question: Number(text.endsWith('?')),
    };
    return { ...sentence, features };
  });
}

/** Returns true if a sentence is a title, a caption or the text of a link rather than a statement. */
const isTitle = (sentence: string, { isList, lead }: Part) =>
  sentence.length <= MAX_FRAGMENT &&
  !ENDED.test(sentence) &&
  !(isList && (lead !== '' || /\d/.test(sentence)));

/** Returns true for a reference or remark in parentheses, which says nothing by itself. */
const isAside = (sentence: string) => /^[([][^()[\]]*[)\]]\W*$/.test(sentence);

/** Returns true for a list of headings: each item asks or introduces something, or is a title among such items. */
const isMenu = (part: Part) =>
  part.isList &&
  part.lead === '' &&
  part.units.some((unit) => /[?:]$/.test(unit)) &&
  part.units.every((unit) => /[?:]$/.test(unit) || isTitle(unit, part));

/** Returns the quotable sentences of a passage with what surrounds them. */
function quotableSentencesIn<S extends Source>(source: S) {
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
    const pageQuestion = stemsOf(part.pageQuestion || question);
    const lead = stemsOf(part.lead);
    const headingStems = contentStemsOf(part.pageQuestion || nearest);
    const isQuotable = !isMenu(part);
    return part.units.flatMap((text, at) => {
      const stems = stemsOf(text);
      const surroundings = { before: part.isList ? lead : previous, pageQuestion, above };
      previous = stems;
      return isQuotable && !isPromptInjection(text) && !isAside(text)
        ? [{ source, parts, part, at, text, stems, headingStems, surroundings }]
        : [];
    });
  });
}

/** Returns the share of the question's stems, by weight, that a sentence covers; what surrounds it counts in part. */
function coverage(
  stems: readonly string[],
  own: ReadonlySet<string>,
  { before, pageQuestion, above }: Surroundings,
  weightOf: (stem: string) => number,
): number {
  let sum = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    if (own.has(stem)) sum += weight;
    else if (pageQuestion.has(stem)) sum += PARTIAL_MATCH.pageQuestion * weight;
    else if (hasWord(own, stem)) sum += PARTIAL_MATCH.synonym * weight;
    else if (before.has(stem)) sum += PARTIAL_MATCH.before * weight;
    else if (above.has(stem)) sum += PARTIAL_MATCH.above * weight;
  }
  return total === 0 ? 0 : sum / total;
}
