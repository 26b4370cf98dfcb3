import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Citations, type Passage } from '../citations.ts';
import { type AnswerPart, DO_NOT_KNOW, type Turn } from '../contract.ts';
import { type ChatModel, ModelError } from './chat-model.ts';
import { CheckedText } from './checked-text.ts';
import { type Instructed, instructionsFor, NO_ANSWER } from './instructions.ts';

export interface ToWrite {
  readonly question: string;
  readonly history: readonly Turn[];
  readonly passages: readonly Passage[];
  readonly prompts: Instructed['prompts'];
  readonly confidence: number;
  readonly signal: AbortSignal;
}

export interface Writer {
  readonly model: string;
  /** True when the answer was written to its end; false when another has to be found, after a `restart` where something was told. */
  write(asked: ToWrite): AsyncGenerator<AnswerPart, boolean>;
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
      if (Date.now() < restsUntil) return false;
      const messages = instructionsFor({ ...asked, sources: asked.passages });
      for (let tries = 1; ; tries++) {
        let told = false;
        try {
          const parts = attempt(model, messages, asked);
          for (let each = await parts.next(); ; each = await parts.next()) {
            if (each.done) {
              failures = 0;
              if (!each.value)
                log.warn('The model cited nothing that it was given: the pages are quoted instead');
              if (!each.value && told) yield { type: 'restart' };
              return each.value;
            }
            told = true;
            yield each.value;
          }
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          const waitMs = told || tries === MOST_TRIES ? undefined : pauseAfter(error, tries);
          if (waitMs === undefined) {
            failed(error, tries);
            if (told) yield { type: 'restart' };
            return false;
          }
          await pause(waitMs, undefined, { signal: asked.signal }).catch(() => {});
        }
        if (asked.signal.aborted) return true;
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

/** One try. False: nothing that it wrote rests on a source. */
async function* attempt(
  model: ChatModel,
  messages: ReturnType<typeof instructionsFor>,
  { passages, confidence, signal }: ToWrite,
): AsyncGenerator<AnswerPart, boolean> {
  const citations = new Citations();
  const checked = new CheckedText((id) => {
    const passage = passages[id - 1];
    return passage && citations.cite(passage, passage.text);
  });
  const stop = new AbortController();
  const usage = { inputTokens: null as number | null, outputTokens: null as number | null };
  let text = '';
  const done = (of: { confidence: number; answered: boolean }): AnswerPart => ({
    type: 'done',
    ...of,
    writing: { model: model.name, ...usage, cached: false },
  });
  for await (const written of model.write(messages, AbortSignal.any([signal, stop.signal]))) {
    if (written.type === 'usage') {
      usage.inputTokens = written.inputTokens;
      usage.outputTokens = written.outputTokens;
      continue;
    }
    if (text.length > LONGEST) continue;
    const piece = checked.push(written.text);
    // The word alone, or with what a model adds to it.
    if (text === '' && piece.trimStart().startsWith(NO_ANSWER)) stop.abort();
    else if (piece.trim() !== '' || text !== '') {
      text += piece;
      if (piece !== '') yield { type: 'text', text: piece };
    }
  }
  if (signal.aborted) return true;
  const last = stop.signal.aborted ? NO_ANSWER : checked.end();
  if (text === '' && last.trim().startsWith(NO_ANSWER)) {
    yield { type: 'text', text: DO_NOT_KNOW };
    yield done({ confidence: 0, answered: false });
    return true;
  }
  if (last !== '') yield { type: 'text', text: last };
  if (checked.rightMarks === 0) return false;
  yield { type: 'citations', citations: citations.list() };
  // What cites wrongly is believed less.
  const share = checked.rightMarks / (checked.rightMarks + checked.wrongMarks);
  yield done({ confidence: confidence * share, answered: true });
  return true;
}
