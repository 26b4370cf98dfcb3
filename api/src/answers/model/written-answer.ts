import { pause } from '@landline/event-schemas/pause';
import type { Logger } from 'pino';
import { Citations, type Passage } from '../citations.ts';
import { type AnswerPart, DO_NOT_KNOW, type Turn } from '../contract.ts';
import { type ChatModel, ModelError } from './chat-model.ts';
import { CheckedText } from './checked-text.ts';
import { contactsAmong } from './contacts.ts';
import { type Instructed, instructionsFor, NO_ANSWER } from './instructions.ts';

export interface ToWrite {
  readonly question: string;
  readonly history: readonly Turn[];
  readonly passages: readonly Passage[];
  readonly prompts: Instructed['prompts'];
  readonly confidence: number;
  readonly signal: AbortSignal;
}

/** How an answer ended: as the model meant it, cut off behind a sentence that stands, or before anything was told. */
type Ended = 'whole' | 'cut' | 'nothing';

export interface Writer {
  readonly model: string;
  /** Tells only what rests on the passages: what was told stands, however it ends. */
  write(asked: ToWrite): AsyncGenerator<AnswerPart, Ended>;
}

const MOST_TRIES = 3;
/** Nobody waits longer for the next try. */
const LONGEST_PAUSE_MS = 2_000;
/** An answer that is longer than this is no answer to a visitor. */
const LONGEST = 4_000;
/** After so many failures in a row the model is left alone for a while: every visitor would wait for nothing. */
const FAILURES = 3;
const REST_MS = 30_000;

/** Lets a model write answers out of the passages, and checks what it writes. */
export function createWriter(model: ChatModel, log: Logger): Writer {
  let failures = 0;
  let restsUntil = 0;

  function failed(error: ModelError, tries: number): void {
    failures++;
    if (failures >= FAILURES) restsUntil = Date.now() + REST_MS;
    const { reason, status } = error;
    log.warn({ reason, status, tries }, 'The model wrote no answer: it is quoted from the pages instead');
  }

  return {
    model: model.name,
    async *write(asked) {
      if (Date.now() < restsUntil) return 'nothing';
      const messages = instructionsFor({ ...asked, sources: asked.passages });
      for (let tries = 1; ; tries++) {
        const { ended, error, hasWritten } = yield* attempt(model, messages, asked);
        if (asked.signal.aborted) return 'whole';
        if (error === undefined) {
          failures = 0;
          if (ended === 'nothing')
            log.warn('The model wrote nothing that rests on what it was given: the pages are quoted instead');
          return ended;
        }
        const waitMs = hasWritten || tries === MOST_TRIES ? undefined : pauseAfter(error, tries);
        if (waitMs === undefined) {
          failed(error, tries);
          return ended;
        }
        await pause(waitMs, asked.signal);
        if (asked.signal.aborted) return 'whole';
      }
    },
  };
}

/** How long to wait before the next try; undefined where there is none. Who was kept waiting once is not kept waiting again. */
function pauseAfter({ reason, status, retryAfter }: ModelError, tries: number): number | undefined {
  const isPassing = reason === 'network' || reason === 'broken' || status === 429 || status >= 500;
  if (!isPassing) return undefined;
  const ms = retryAfter === undefined ? 100 * 2 ** tries : retryAfter * 1_000;
  return ms > LONGEST_PAUSE_MS ? undefined : ms;
}

interface Attempt {
  readonly ended: Ended;
  /** What broke it off. */
  readonly error?: ModelError;
  /** The model had begun: who was kept waiting once is not kept waiting again. */
  readonly hasWritten: boolean;
}

/** One try. */
async function* attempt(
  model: ChatModel,
  messages: ReturnType<typeof instructionsFor>,
  { passages, confidence, question, signal }: ToWrite,
): AsyncGenerator<AnswerPart, Attempt> {
  const citations = new Citations();
  const checked = new CheckedText({
    has: (id) => passages[id - 1] !== undefined,
    cite: (id) => {
      const passage = passages[id - 1];
      return passage === undefined ? 0 : citations.cite(passage, passage.text);
    },
    isGiven: contactsAmong([question, ...passages.flatMap(({ text, title, url }) => [text, title, url])]),
  });
  const stop = new AbortController();
  const usage = { inputTokens: null as number | null, outputTokens: null as number | null };
  let text = '';
  let hasWritten = false;
  let error: ModelError | undefined;
  const done = (of: { confidence: number; answered: boolean }): AnswerPart => ({
    type: 'done',
    ...of,
    writing: { model: model.name, ...usage, cached: false },
  });
  /** The first words have no space before them. */
  const begun = (piece: string) => (text === '' ? piece.trimStart() : piece);
  try {
    for await (const written of model.write(messages, AbortSignal.any([signal, stop.signal]))) {
      if (written.type === 'usage') {
        usage.inputTokens = written.inputTokens;
        usage.outputTokens = written.outputTokens;
        continue;
      }
      hasWritten = true;
      if (text.length + checked.held.length > LONGEST) continue;
      const piece = begun(checked.push(written.text));
      text += piece;
      if (piece !== '') yield { type: 'text', text: piece };
      // The word alone, or with what a model adds to it.
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
  // Of a sentence that was broken off nobody knows how it would have ended.
  const last = error === undefined ? begun(checked.end()) : '';
  text += last;
  if (last !== '') yield { type: 'text', text: last };
  if (text === '') return { ended: 'nothing', hasWritten, ...(error && { error }) };
  yield { type: 'citations', citations: citations.list() };
  // What cites wrongly is believed less.
  const share = checked.rightMarks / (checked.rightMarks + checked.wrongMarks);
  yield done({ confidence: confidence * share, answered: true });
  return error === undefined ? { ended: 'whole', hasWritten } : { ended: 'cut', error, hasWritten };
}
