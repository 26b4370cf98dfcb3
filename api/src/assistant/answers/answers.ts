import type { Logger } from 'pino';
import type { DatabasePool } from 'slonik';
import { findClient } from '../../clients/clients/queries.ts';
import type { Config } from '../../platform/config.ts';
import { brandingOf } from '../branding/queries.ts';
import type { ClientPrompt } from '../prompts/contract.ts';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';
import type { Passage } from './citations.ts';
import { ClientIndexes, type Knowledge } from './client-indexes.ts';
import { type AnswerOrigin, type AnswerPart, type Citation, NO_MODEL, type Turn } from './contract.ts';
import type { Embedder } from './embeddings/contract.ts';
import { createQuestionEmbedder } from './embeddings/question-embedder.ts';
import { type ChatModel, createChatModel } from './model/chat-model.ts';
import { createWriter } from './model/written-answer.ts';
import { matchOwnAnswer, ownAnswer } from './own-answers.ts';
import { passageKey } from './passages.ts';
import { searchFor } from './question-search.ts';
import { quotedAnswer, quotesFrom, unanswered } from './quoted-answer.ts';
import { MIN_CLOSEST_CONFIDENCE, MIN_CONFIDENCE } from './retrieval/confidence.ts';
import { withoutPromptInjection } from './retrieval/prompt-injection.ts';
import { searchStandalone } from './standalone-search.ts';
import { readPassages, sampleOf } from './stored-passages.ts';
import { languageOf } from './understanding/language.ts';
import { type ParsedQuestion, parseQuestion } from './understanding/question.ts';
import { repliesIn } from './understanding/replies.ts';
import { isAddressedTo, replyTo, smallTalkOf } from './understanding/small-talk.ts';

export interface Question {
  readonly clientId: string;
  readonly question: string;
  /** Earlier messages, oldest first. */
  readonly history: readonly Turn[];
  readonly signal: AbortSignal;
}

export interface Answers {
  /** Answers from the client's content only. Ends early, without `done`, when `signal` is aborted. */
  answer(question: Question): AsyncIterable<AnswerPart>;
  /** Returns a variant that uses these prompts in place of each client's own. */
  withPrompts(prompts: readonly ClientPrompt[]): Answers;
  /** Returns the number of cached answers. */
  cacheSize(): number;
  /** Model that embeds the passages; undefined if passages are found by keyword only. */
  readonly embeddingModel: string | undefined;
}

interface AnswersDeps {
  readonly pool: DatabasePool;
  readonly log: Logger;
  /** Undefined if answers are quoted from pages. */
  readonly model: ChatModel | undefined;
  /** Undefined if passages are found by keyword only. */
  readonly embedder?: Embedder | undefined;
  /** Prompts to answer with; undefined for each client's own. */
  readonly prompts?: readonly ClientPrompt[] | undefined;
}

/**
 * Creates the assistant's answers. A model writes them from the passages found; without a model, or if it fails, the best
 * sentences are quoted with numbered citations.
 */
export function createAnswers(deps: AnswersDeps): Answers {
  const { pool, log, model, embedder, prompts } = deps;
  const questionEmbedder = embedder && createQuestionEmbedder(embedder, log);
  const embedFacts = questionEmbedder?.embedFacts;
  const indexes = new ClientIndexes(pool, { embeddingModel: embedder?.model, embedFacts, prompts });
  const writer = model && createWriter(model, log);
  const cache = new AnswerCache();

  /** Returns whether the answer may be cached: false after a failure of the model or the embeddings. */
  async function* generate(
    request: Question,
    parsed: ParsedQuestion,
    knowledge: Knowledge,
  ): AsyncGenerator<AnswerPart, boolean> {
    const { clientId, signal } = request;
    const { index, vectors } = knowledge;
    const usesVectors = questionEmbedder !== undefined && vectors.size > 0;
    let isSearchComplete = true;
    const noteFailure = <Result>(result: Result | undefined): Result | undefined => {
      if (result === undefined) isSearchComplete = false;
      return result;
    };
    const embed = async (text: string) =>
      usesVectors ? noteFailure(await questionEmbedder.embed(text, signal)) : undefined;
    const isCalibrated = embedder?.isCalibrated ?? false;
    // Only with the built-in encoder, to which the reader's ranking weights are fitted.
    const reader = isCalibrated ? questionEmbedder?.createSentenceReader(signal) : undefined;
    const outcome = await searchStandalone({
      ...request,
      parsed,
      writer,
      search: async (question) => ({
        ...(await searchFor(question, {
          index,
          vectors,
          embed,
          readPassages: (found) => readPassages(pool, clientId, found, knowledge),
          reader: reader && {
            scoreAnswers: async (...args) => noteFailure(await reader.scoreAnswers(...args)),
            compare: async (...args) => noteFailure(await reader.compare(...args)),
          },
          isCalibrated,
        })),
        parsed: question,
      }),
      ownAnswerTo: (question) => findOwnAnswer(question, knowledge, embed),
      sampleText: () => sampleOf(pool, clientId),
    });
    if (outcome.ownAnswer) {
      yield* ownAnswer(outcome.ownAnswer, { ...NO_MODEL, ...outcome.rewritingUsage });
      return true;
    }
    const { findings, rewritingUsage } = outcome;
    const { passages, confidence } = findings;
    if (signal.aborted) return false;
    let origin: AnswerOrigin = { ...NO_MODEL, ...rewritingUsage };
    const sources = passages
      .map((passage) => ({ ...passage, text: withoutPromptInjection(passage.text) }))
      .filter(({ text }) => text !== '');
    // A model decides for itself whether the passages answer the question; quotes need a confident search.
    if (outcome.writer && sources.length > 0) {
      const { bot, business } = await namesOf(pool, clientId);
      const written = yield* outcome.writer.write({
        ...request,
        language: parsed.language,
        passages: sources,
        prompts: knowledge.prompts,
        names: [bot, business],
        confidence,
        rewritingUsage,
      });
      if (written.status === 'complete') return isSearchComplete;
      if (written.status === 'cut') return false;
      // Keep the token counts of a failed call, even though the answer quotes pages.
      origin = written.status === 'declined' ? written.origin : { ...written.origin, model: null };
    }
    const isDeclined = origin.model !== null;
    const quotes = isDeclined || confidence < MIN_CLOSEST_CONFIDENCE ? [] : quotesFrom(findings);
    if (quotes.length > 0 && confidence >= MIN_CONFIDENCE)
      yield* quotedAnswer(quotes, {
        confidence,
        preface: prefaceFor(
          parsed,
          quotes.map(({ source }) => source),
        ),
        origin,
      });
    else {
      const replies = repliesIn(parsed.language);
      yield* unanswered({
        question: parsed.question,
        passages,
        confidence,
        closest: quotes,
        replies,
        origin,
      });
    }
    const hasModelFailed = writer !== undefined && !isDeclined && (!outcome.writer || passages.length > 0);
    return isSearchComplete && !hasModelFailed;
  }

  return {
    withPrompts: (otherPrompts) => createAnswers({ ...deps, prompts: otherPrompts }),
    cacheSize: () => cache.size,
    embeddingModel: embedder?.model,
    async *answer(request) {
      const { clientId, question, history, signal } = request;
      const smallTalk = smallTalkOf(question);
      const names = smallTalk && (await namesOf(pool, clientId));
      if (names && isAddressedTo(smallTalk, names.bot)) {
        yield { type: 'text', text: replyTo(smallTalk, names.bot, names.business) };
        yield { type: 'done', confidence: 1, answered: true, origin: NO_MODEL };
        return;
      }
      const knowledge = await indexes.knowledgeOf(clientId);
      const parsed = parseQuestion(question, history);
      const context = writer ? history : `${parsed.context.text}\n${parsed.english?.context.text ?? ''}`;
      const key = { clientId, version: knowledge.version, question, context };
      const cached = cache.get(key);
      if (cached) {
        yield* replayCached(cached);
        return;
      }
      const parts = generate(request, parsed, knowledge);
      const answer = {
        text: '',
        citations: [] as readonly Citation[],
        suggestions: [] as readonly string[],
      };
      let completed: CachedAnswer | undefined;
      try {
        for (;;) {
          const result = await parts.next();
          if (result.done) {
            if (result.value && completed && !signal.aborted) cache.set(key, completed);
            return;
          }
          const part = result.value;
          if (part.type === 'text') answer.text += part.text;
          else if (part.type === 'citations') answer.citations = part.citations;
          else if (part.type === 'suggestions') answer.suggestions = part.suggestions;
          else completed = { ...answer, ...part };
          yield part;
        }
      } finally {
        await parts.return(false); // ends the model's stream if the caller stops early
      }
    },
  };
}

/** Returns the business's own answer to the question, if any. Compares keywords only if the question cannot be embedded. */
async function findOwnAnswer(
  { question, context }: ParsedQuestion,
  { index, ownAnswers, factVectors }: Knowledge,
  embed: (text: string) => Promise<Float32Array | undefined>,
) {
  if (ownAnswers.length === 0) return undefined;
  return matchOwnAnswer(ownAnswers, {
    question,
    vector: await embed(question),
    weightOf: (stem) => index.weightOf(stem),
    vectorOf: (each) => factVectors.get(passageKey(each)),
    isFollowUp: context.isNeeded,
  });
}

/** Returns the names of the assistant and of the business. */
async function namesOf(pool: DatabasePool, clientId: string): Promise<{ bot: string; business: string }> {
  const [{ botName }, client] = await Promise.all([brandingOf(pool, clientId), findClient(pool, clientId)]);
  return { bot: botName, business: client?.name ?? botName };
}

/** Creates the configured model, or returns undefined if none is configured. */
export function modelOf(
  config: Pick<Config, 'OPENAI_BASE_URL' | 'OPENAI_API_KEY' | 'OPENAI_MODEL' | 'OPENAI_TIMEOUT_MS'>,
): ChatModel | undefined {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model } = config;
  return model === undefined
    ? undefined
    : createChatModel({ baseUrl, apiKey, model, timeoutMs: config.OPENAI_TIMEOUT_MS });
}

function* replayCached({
  text,
  citations,
  suggestions,
  confidence,
  answered,
  origin,
}: CachedAnswer): Generator<AnswerPart> {
  yield { type: 'text', text };
  if (citations.length > 0) yield { type: 'citations', citations };
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions };
  yield { type: 'done', confidence, answered, origin: { ...origin, cached: true } };
}

/** Returns a sentence that names the language of the quotes, or '' if the quotes are in the visitor's language. */
function prefaceFor({ language }: ParsedQuestion, passages: readonly Passage[]): string {
  const pageLanguage = languageOf(passages.map(({ text }) => text).join(' '));
  if (language === undefined || pageLanguage === undefined || language === pageLanguage) return '';
  const { languages, otherLanguage } = repliesIn(language);
  const name = languages[pageLanguage];
  return name === undefined ? '' : otherLanguage(name);
}
