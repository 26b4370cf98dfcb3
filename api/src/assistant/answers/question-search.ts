import { isOwnAnswer, type Passage } from './citations.ts';
import type { SentenceMatch, SentenceReader } from './embeddings/contract.ts';
import type { PassageVectors } from './embeddings/passage-vectors.ts';
import { subjectsOf } from './follow-up.ts';
import { passageKey } from './passages.ts';
import { matchedShare, shareIn } from './retrieval/agreement.ts';
import {
  type ConfidenceFeatures,
  confidenceOf,
  MAX_DOUBTFUL_CONFIDENCE,
  MIN_CLOSEST_CONFIDENCE,
  MIN_CONFIDENCE,
  MIN_SUBJECT_SHARE,
} from './retrieval/confidence.ts';
import {
  chooseQuote,
  inContext,
  lacksDetail,
  rankSentences,
  type ScoredSentence,
  type SearchedQuestion,
} from './retrieval/excerpt.ts';
import { expectedAnswerOf } from './retrieval/expected-answer.ts';
import { findPassages, type SearchResult } from './retrieval/find-passages.ts';
import type { PassageIndex } from './retrieval/passage-index.ts';
import type { ScoredPassage } from './retrieval/ranking.ts';
import { stemOf, stemsOf } from './retrieval/words.ts';
import { contentWordsOf } from './understanding/language.ts';
import { plainWordingOf } from './understanding/plain-wording.ts';
import type { ParsedQuestion } from './understanding/question.ts';
import { asksOnlyHowToReach, searchTextOf } from './understanding/search-text.ts';

/** Maximum number of passages that are read and given to a model. */
export const MAX_SOURCES = 8;

/** Weights of the words of the earlier conversation, if the question depends on it and if it may, and of the background. */
const CONTEXT = { needed: 0.7, possible: 0.4, background: 0.4 };

interface SearchDeps {
  readonly index: PassageIndex;
  readonly vectors: PassageVectors;
  /** Returns the vector of a text. Without it, passages are found by words only. */
  readonly embed: (text: string) => Promise<Float32Array | undefined>;
  /** Reads passages in order and skips deleted ones. */
  readonly readPassages: (found: readonly ScoredPassage[]) => Promise<readonly Passage[]>;
  /** Reads sentences together with a question. Without it, they are ranked by words only. */
  readonly reader: SentenceReader | undefined;
  /** True if the confidence was fitted to the encoder's similarities. */
  readonly isCalibrated: boolean;
}

interface ComparedPassage extends Passage {
  /** Cosine of passage and question; undefined without a vector. */
  readonly similarity?: number | undefined;
}

export interface QuestionFindings {
  /** Question that the sentences were compared with. */
  readonly asked: SearchedQuestion;
  /** Best first; low confidence does not empty the list. */
  readonly passages: readonly ComparedPassage[];
  /** Sentences of the best passages, best first. */
  readonly sentences: readonly ScoredSentence<Passage>[];
  /** Probability that the best sentence answers the question. */
  readonly confidence: number;
  /** Features that the confidence is based on; undefined if nothing was found. */
  readonly features: ConfidenceFeatures | undefined;
}

/** Searches with the earlier conversation where the question depends on it, or where it finds more. */
export async function searchFor(
  parsed: ParsedQuestion,
  { index, vectors, embed, readPassages, reader, isCalibrated }: SearchDeps,
): Promise<QuestionFindings> {
  const chosen = parsedFor(index, parsed);
  const { background, searchText, context: earlier } = chosen;
  const plain = plainWordingOf(chosen.question);
  const whole = withBackground(chosen);
  const earlierText = plainWordingOf(earlier.text);
  const conversationWeight = earlier.isNeeded ? CONTEXT.needed : CONTEXT.possible;
  const corrected = index.correctSpelling(whole);
  const embedCorrected = (text: string) => embed(index.correctSpelling(text));
  const questionVector = await embedCorrected(whole);
  const find = async (conversation: string, focus?: string): Promise<QuestionFindings> => {
    const vector = conversation === '' ? questionVector : await embedCorrected(`${conversation} ${plain}`);
    const context = searchTextOf(conversation || background);
    const contextWeight = conversation === '' ? CONTEXT.background : conversationWeight;
    const findings = findPassages({
      index,
      vectors,
      searchText,
      question: plain,
      context,
      contextWeight,
      vector,
      focus,
    });
    const similarities = new Map(findings.found.map((each) => [passageKey(each), each.similarity]));
    const passages = (await readPassages(findings.found.slice(0, MAX_SOURCES))).map((each) => ({
      ...each,
      similarity: similarities.get(passageKey(each)),
    }));
    const asked: SearchedQuestion = {
      question: plain,
      stems: findings.stems,
      context,
      contextWeight,
      weightOf: (stem) => index.weightOf(stem),
      scoreAnswers: questionVector && reader && ((texts) => reader.scoreAnswers(corrected, texts)),
    };
    const sentences = await rankSentences(asked, passages);
    const [best] = sentences;
    const match = best && questionVector && (await reader?.compare(corrected, inContext(best, asked.stems)));
    return {
      asked,
      passages,
      sentences,
      ...judgeBest(findings, asked, sentences, match, {
        isCalibrated,
        mustHaveSubject: conversation !== '' && !earlier.isNeeded,
      }),
    };
  };
  /** Finds the page that answers the earlier conversation. */
  const findEarlierPage = async () => {
    const vector = await embedCorrected(earlierText);
    const search = {
      index,
      vectors,
      searchText: searchTextOf(earlierText),
      question: earlierText,
      context: '',
      vector,
    };
    return findPassages(search).found[0]?.pageId;
  };
  const alone = await find('');
  if (earlierText === '') return alone;
  const together = await find(earlierText, await findEarlierPage());
  const isLost = together.confidence < MIN_CONFIDENCE && alone.confidence >= MIN_CONFIDENCE;
  return (earlier.isNeeded && !isLost) || together.confidence > alone.confidence ? together : alone;
}

/** Returns a question after its background, as it is embedded and read together with sentences. */
export const withBackground = ({ background, question }: ParsedQuestion) =>
  `${plainWordingOf(background)} ${plainWordingOf(question)}`.trim();

/** Returns the English reading of a Spanish question if the pages use more of its words. */
function parsedFor(index: PassageIndex, parsed: ParsedQuestion): ParsedQuestion {
  const knownShare = ({ question }: ParsedQuestion) => index.knownShare(contentWordsOf(question).map(stemOf));
  return parsed.english && knownShare(parsed.english) > knownShare(parsed) ? parsed.english : parsed;
}

/** Returns the confidence that the best sentence answers the question, and its features. */
function judgeBest(
  { found, featuresOf, isOutlier }: SearchResult,
  asked: SearchedQuestion,
  sentences: readonly ScoredSentence<Passage>[],
  match: SentenceMatch | undefined,
  { isCalibrated, mustHaveSubject }: { isCalibrated: boolean; mustHaveSubject: boolean },
): Pick<QuestionFindings, 'confidence' | 'features'> {
  const [sentence] = sentences;
  const key = sentence && passageKey(sentence.source);
  const passage = found.find((each) => passageKey(each) === key) ?? found[0];
  if (!passage) return { confidence: 0, features: undefined };
  const quote = chooseQuote(asked, sentences);
  const features = {
    ...featuresOf(passage),
    quoteSimilarity: Math.max(match?.similarity ?? 0, passage.headingSimilarity ?? 0),
    covered: sentence?.features.coverage ?? 0,
    matched: sentence && match ? matchedInContext(asked, sentence, match) : 0,
    answerScore: sentence?.answerScore ?? 0,
    share: quote?.share ?? 0,
  };
  // The vector of a new passage is made in the background.
  const isRead = sentence?.answerScore !== undefined && match !== undefined;
  const byMeaning = isCalibrated && found[0]?.similarity !== undefined && isRead;
  const confidence = Math.max(
    confidenceOf(features, { byMeaning }),
    !isCalibrated && isOutlier ? MIN_CONFIDENCE : 0,
    features.business === 1 ? confidenceInContact(asked, quote?.text ?? '') : 0,
  );
  const isIncomplete = quote && !isOwnAnswer(quote.sentence.source) && lacksDetail(asked, quote.text);
  // Almost any sentence can seem to answer "How do I do that?", but an address answers "Where are you?".
  const isVague = asked.stems.length === 0 && features.business === 0;
  const isDoubtful =
    isVague || isIncomplete || (sentence && mustHaveSubject && !hasSubject(asked, sentence.source));
  return { confidence: isDoubtful ? Math.min(confidence, MAX_DOUBTFUL_CONFIDENCE) : confidence, features };
}

/**
 * Returns the minimum confidence of a passage that says how to reach the business, for a visitor who asks for that. A question for
 * nothing but the phone number, email address, street or hours is answered by a quote that states it; whom to contact depends on
 * the matter.
 */
function confidenceInContact({ question }: SearchedQuestion, quote: string): number {
  const expected = expectedAnswerOf(question);
  const isStated = expected?.kind !== 'contact' && expected?.matchScore(quote, new Set()) === 1;
  return isStated && asksOnlyHowToReach(question) ? MIN_CONFIDENCE : MIN_CLOSEST_CONFIDENCE;
}

/** Returns the share of the question's words that a sentence, with the title and headings above it, matches. */
function matchedInContext(
  { weightOf }: SearchedQuestion,
  { source, part, text }: ScoredSentence<Passage>,
  { words }: SentenceMatch,
): number {
  const stems = stemsOf(`${source.title} ${source.heading} ${part.pageQuestion} ${text}`);
  return matchedShare(words, stems, weightOf);
}

/** Returns whether a passage is about what a follow-up adds to the earlier question. */
function hasSubject({ question, weightOf }: SearchedQuestion, { title, heading, text }: Passage): boolean {
  const subjects = subjectsOf(question);
  return (
    subjects.size === 0 ||
    shareIn(subjects, stemsOf(`${title} ${heading} ${text}`), weightOf) >= MIN_SUBJECT_SHARE
  );
}
