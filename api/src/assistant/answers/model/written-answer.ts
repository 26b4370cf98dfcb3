import { pause } from '@landline/runtime/process/pause';
import type { Logger } from 'pino';
import { Citations, type Passage } from '../citations.ts';
import type { AnswerOrigin, AnswerPart, Turn } from '../contract.ts';
import type { Language } from '../understanding/language.ts';
import type { ChatModel } from './chat-model.ts';
import { CheckedText } from './checked-text.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { createGrounding } from './grounding.ts';
import { type InstructionInput, instructionsFor, NO_ANSWER } from './instructions.ts';
import { ModelError } from './model-server.ts';
import { MAX_REWRITTEN, type RewritingInput, rewritingFor, standaloneQuestion } from './rewriting.ts';

/** Tokens that model calls used; null if none of them reported it. */
export type Usage = Pick<AnswerOrigin, 'inputTokens' | 'outputTokens'>;

export interface AnswerRequest {
  readonly question: string;
  readonly history: readonly Turn[];
  /** Language of the question; undefined if not recognized. */
  readonly language: Language | undefined;
  readonly passages: readonly Passage[];
  readonly prompts: InstructionInput['prompts'];
  /** Names that an answer may use even if no passage contains them. */
  readonly names: readonly string[];
  readonly confidence: number;
  /** Tokens that rewriting the question used; those of the answer are added. */
  readonly rewritingUsage: Usage;
  readonly signal: AbortSignal;
}

export interface AnswerOutcome {
  /** `cut`: ended early, after a sentence; `empty`: no text was sent; `declined`: the passages do not contain the answer. */
  readonly status: 'complete' | 'cut' | 'empty' | 'declined';
  readonly origin: AnswerOrigin;
}

export interface RewritingOutcome {
  readonly hasFailed: boolean;
  /** Missing if the model failed or wrote something else. */
  readonly question?: string;
  readonly usage: Usage;
}

export interface Writer {
  readonly model: string;
  /** Rewrites a question as a standalone one, in the language of the website. */
  rewrite(input: RewritingInput, signal: AbortSignal): Promise<RewritingOutcome>;
  /** Streams only sentences that the passages support; text already sent stays, however the answer ends. */
  write(request: AnswerRequest): AsyncGenerator<AnswerPart, AnswerOutcome>;
}

export const NO_USAGE: Usage = { inputTokens: null, outputTokens: null };

const MAX_ATTEMPTS = 3;
/** Maximum pause before a retry, in milliseconds; a longer Retry-After ends the retries. */
const MAX_PAUSE_MS = 2_000;
/** Maximum length of an answer, in characters; the rest is dropped. */
const MAX_LENGTH = 4_000;
/** Time limit of a rewriting, in milliseconds. It is short because the answer starts only after it. */
const REWRITING_TIMEOUT_MS = 5_000;

/** Creates a writer that lets a model answer from passages and checks each sentence against them. */
export function createWriter(model: ChatModel, log: Logger): Writer {
  // Separate, because successful answers would reset the failures of rewritings, which have a shorter time limit.
  const breakers = { rewrite: new CircuitBreaker(), write: new CircuitBreaker() };

  function recordFailure(operation: keyof typeof breakers, error: ModelError, tries: number): void {
    breakers[operation].recordFailure();
    const { reason, status } = error;
    log.warn({ event: 'model.failed', reason, status, tries }, 'Model call failed; quoting pages instead');
  }

  return {
    model: model.name,
    async rewrite(input, signal) {
      if (breakers.rewrite.isOpen) return { hasFailed: true, usage: NO_USAGE };
      const timeout = AbortSignal.timeout(REWRITING_TIMEOUT_MS);
      const tooLong = new AbortController();
      let text = '';
      let usage = NO_USAGE;
      try {
        const stop = AbortSignal.any([signal, timeout, tooLong.signal]);
        for await (const output of model.write(rewritingFor(input), stop)) {
          if (output.type === 'usage') usage = addUsage(NO_USAGE, output);
          else text += output.text;
          if (text.length > 2 * MAX_REWRITTEN) tooLong.abort();
        }
        if (timeout.aborted && !signal.aborted) throw new ModelError('timeout');
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        recordFailure('rewrite', error, 1);
        return { hasFailed: true, usage };
      }
      if (!signal.aborted) breakers.rewrite.recordSuccess();
      const question = standaloneQuestion(text, input);
      return { hasFailed: false, usage, ...(question !== undefined && { question }) };
    },
    async *write(request) {
      const { signal } = request;
      let earlierUsage = request.rewritingUsage;
      if (breakers.write.isOpen)
        return { status: 'empty', origin: { model: model.name, ...earlierUsage, cached: false } };
      const messages = instructionsFor({ ...request, sources: request.passages });
      for (let tries = 1; ; tries++) {
        const { outcome, error, hasWritten, unsupported } = yield* attempt(model, messages, {
          ...request,
          earlierUsage,
        });
        if (signal.aborted) return outcome;
        if (error === undefined) {
          breakers.write.recordSuccess();
          if (unsupported > 0 || outcome.status === 'empty')
            log.warn(
              { event: 'model.unsupported', unsupported, outcome: outcome.status },
              'Dropped model sentences without a supporting source; outcome=empty means that none were left',
            );
          return outcome;
        }
        const waitMs = hasWritten || tries === MAX_ATTEMPTS ? undefined : pauseAfter(error, tries);
        if (waitMs === undefined) {
          recordFailure('write', error, tries);
          return outcome;
        }
        await pause(waitMs, signal);
        if (signal.aborted) return { ...outcome, status: 'complete' };
        earlierUsage = outcome.origin;
      }
    },
  };
}

/** Returns the pause before the next try in milliseconds, or undefined if there is no retry. Timeouts are not retried. */
function pauseAfter({ reason, status, retryAfter }: ModelError, tries: number): number | undefined {
  const isTemporary = reason === 'network' || reason === 'broken' || status === 429 || status >= 500;
  if (!isTemporary) return undefined;
  const ms = retryAfter === undefined ? 100 * 2 ** tries : retryAfter * 1_000;
  return ms > MAX_PAUSE_MS ? undefined : ms;
}

interface Attempt {
  readonly outcome: AnswerOutcome;
  readonly error?: ModelError | undefined;
  /** True if the model has written text: no retry then, so that the visitor does not wait twice. */
  readonly hasWritten: boolean;
  readonly unsupported: number;
}

async function* attempt(
  model: ChatModel,
  messages: ReturnType<typeof instructionsFor>,
  { passages, names, language, confidence, earlierUsage, signal }: AnswerRequest & { earlierUsage: Usage },
): AsyncGenerator<AnswerPart, Attempt> {
  const citations = new Citations();
  const checked = new CheckedText({
    has: (id) => passages[id - 1] !== undefined,
    cite: (id) => {
      const passage = passages[id - 1];
      return passage === undefined ? 0 : citations.cite(passage, passage.text);
    },
    supports: createGrounding({ sources: passages, names, language }),
  });
  const stop = new AbortController();
  let usage = earlierUsage;
  let text = '';
  let hasWritten = false;
  let error: ModelError | undefined;
  let stopReason: 'declined' | 'cut' | undefined;
  const attemptWith = (status: AnswerOutcome['status']): Attempt => ({
    outcome: { status, origin: { model: model.name, ...usage, cached: false } },
    error,
    hasWritten,
    unsupported: checked.unsupported,
  });
  const trimStartOfAnswer = (piece: string) => (text === '' ? piece.trimStart() : piece);
  try {
    for await (const output of model.write(messages, AbortSignal.any([signal, stop.signal]))) {
      if (output.type === 'usage') {
        // Some servers report a running total with each chunk, so the last report counts.
        usage = addUsage(earlierUsage, output);
        continue;
      }
      hasWritten = true;
      const piece = trimStartOfAnswer(checked.push(output.text));
      text += piece;
      if (piece !== '') yield { type: 'text', text: piece };
      // Models sometimes add text after NO_ANSWER.
      if (text === '' && checked.pendingText.trimStart().startsWith(NO_ANSWER)) stopReason = 'declined';
      else if (text.length + checked.pendingText.length > MAX_LENGTH) stopReason = 'cut';
      if (stopReason) stop.abort();
    }
  } catch (caught) {
    if (!(caught instanceof ModelError)) throw caught;
    error = caught;
  }
  if (signal.aborted) return attemptWith('complete');
  if (stopReason === 'declined') return attemptWith('declined');
  // An answer that failed or was stopped may end within a sentence, which is dropped.
  const ending = error === undefined && stopReason === undefined ? trimStartOfAnswer(checked.end()) : '';
  text += ending;
  if (ending !== '') yield { type: 'text', text: ending };
  if (text === '') return attemptWith('empty');
  yield { type: 'citations', citations: citations.list() };
  // Wrong citations lower the confidence.
  const share = checked.validMarks / (checked.validMarks + checked.invalidMarks);
  const attempted = attemptWith(error === undefined ? 'complete' : 'cut');
  yield { type: 'done', confidence: confidence * share, answered: true, origin: attempted.outcome.origin };
  return attempted;
}

/** Adds the tokens of a call to those of earlier calls. */
function addUsage(earlier: Usage, call: Usage): Usage {
  const sum = (key: keyof Usage) =>
    earlier[key] === null && call[key] === null ? null : (earlier[key] ?? 0) + (call[key] ?? 0);
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') };
}
