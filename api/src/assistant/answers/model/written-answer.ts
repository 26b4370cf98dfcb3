import { pause } from '@landline/runtime/process/pause';
import type { Logger } from 'pino';
import { Citations, type Passage } from '../citations.ts';
import { type AnswerPart, DO_NOT_KNOW, type Turn } from '../contract.ts';
import type { ChatModel } from './chat-model.ts';
import { CheckedText } from './checked-text.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { createContactCheck } from './contacts.ts';
import { type InstructionInput, instructionsFor, NO_ANSWER } from './instructions.ts';
import { ModelError } from './model-server.ts';

export interface AnswerRequest {
  readonly question: string;
  readonly history: readonly Turn[];
  readonly passages: readonly Passage[];
  readonly prompts: InstructionInput['prompts'];
  readonly confidence: number;
  readonly signal: AbortSignal;
}

/** How an answer ended: complete, cut off after a sentence, or before any text was sent. */
type Ended = 'whole' | 'cut' | 'nothing';

export interface Writer {
  readonly model: string;
  /** Streams only sentences that cite the passages; text already sent stays, however the answer ends. */
  write(request: AnswerRequest): AsyncGenerator<AnswerPart, Ended>;
}

const MAX_TRIES = 3;
/** Maximum pause before a retry, in milliseconds; a longer Retry-After ends the retries. */
const MAX_PAUSE_MS = 2_000;
/** Maximum length of an answer, in characters; the rest is dropped. */
const MAX_LENGTH = 4_000;
/** Creates a writer that lets a model answer from passages and checks its citations. */
export function createWriter(model: ChatModel, log: Logger): Writer {
  const breaker = new CircuitBreaker();

  function failed(error: ModelError, tries: number): void {
    breaker.fail();
    const { reason, status } = error;
    log.warn({ event: 'model.failed', reason, status, tries }, 'Model failed; quoting pages instead');
  }

  return {
    model: model.name,
    async *write(request) {
      if (breaker.isOpen) return 'nothing';
      const messages = instructionsFor({ ...request, sources: request.passages });
      for (let tries = 1; ; tries++) {
        const { ended, error, hasWritten } = yield* attempt(model, messages, request);
        if (request.signal.aborted) return 'whole';
        if (error === undefined) {
          breaker.succeed();
          if (ended === 'nothing')
            log.warn({ event: 'model.uncited' }, 'Model cited none of its sources; quoting pages instead');
          return ended;
        }
        const waitMs = hasWritten || tries === MAX_TRIES ? undefined : pauseAfter(error, tries);
        if (waitMs === undefined) {
          failed(error, tries);
          return ended;
        }
        await pause(waitMs, request.signal);
        if (request.signal.aborted) return 'whole';
      }
    },
  };
}

/** Returns the pause before the next try in milliseconds; undefined: no retry. Timeouts are not retried. */
function pauseAfter({ reason, status, retryAfter }: ModelError, tries: number): number | undefined {
  const isTemporary = reason === 'network' || reason === 'broken' || status === 429 || status >= 500;
  if (!isTemporary) return undefined;
  const ms = retryAfter === undefined ? 100 * 2 ** tries : retryAfter * 1_000;
  return ms > MAX_PAUSE_MS ? undefined : ms;
}

interface Attempt {
  readonly ended: Ended;
  readonly error?: ModelError;
  /** The model had started; the visitor does not wait a second time. */
  readonly hasWritten: boolean;
}

async function* attempt(
  model: ChatModel,
  messages: ReturnType<typeof instructionsFor>,
  { passages, confidence, question, signal }: AnswerRequest,
): AsyncGenerator<AnswerPart, Attempt> {
  const citations = new Citations();
  const checked = new CheckedText({
    has: (id) => passages[id - 1] !== undefined,
    cite: (id) => {
      const passage = passages[id - 1];
      return passage === undefined ? 0 : citations.cite(passage, passage.text);
    },
    hasKnownContacts: createContactCheck([
      question,
      ...passages.flatMap(({ text, title, url }) => [text, title, url]),
    ]),
  });
  const stop = new AbortController();
  const usage = { inputTokens: null as number | null, outputTokens: null as number | null };
  let text = '';
  let hasWritten = false;
  let error: ModelError | undefined;
  const done = (outcome: { confidence: number; answered: boolean }): AnswerPart => ({
    type: 'done',
    ...outcome,
    writing: { model: model.name, ...usage, cached: false },
  });
  /** Trims the start of the answer. */
  const trimmed = (piece: string) => (text === '' ? piece.trimStart() : piece);
  try {
    for await (const output of model.write(messages, AbortSignal.any([signal, stop.signal]))) {
      if (output.type === 'usage') {
        usage.inputTokens = output.inputTokens;
        usage.outputTokens = output.outputTokens;
        continue;
      }
      hasWritten = true;
      if (text.length + checked.held.length > MAX_LENGTH) continue;
      const piece = trimmed(checked.push(output.text));
      text += piece;
      if (piece !== '') yield { type: 'text', text: piece };
      // Models sometimes add text after the word.
      if (text === '' && checked.held.trimStart().startsWith(NO_ANSWER)) stop.abort();
    }
  } catch (caught) {
    if (!(caught instanceof ModelError)) throw caught;
    error = caught;
  }
  if (signal.aborted) return { ended: 'whole', hasWritten };
  if (stop.signal.aborted) {
    yield { type: 'text', text: DO_NOT_KNOW };
    yield done({ confidence: 0, answered: false });
    return { ended: 'whole', hasWritten };
  }
  // Drop a sentence that was cut off.
  const last = error === undefined ? trimmed(checked.end()) : '';
  text += last;
  if (last !== '') yield { type: 'text', text: last };
  if (text === '') return { ended: 'nothing', hasWritten, ...(error && { error }) };
  yield { type: 'citations', citations: citations.list() };
  // Wrong citations lower the confidence.
  const share = checked.validMarks / (checked.validMarks + checked.invalidMarks);
  yield done({ confidence: confidence * share, answered: true });
  return error === undefined ? { ended: 'whole', hasWritten } : { ended: 'cut', error, hasWritten };
}
