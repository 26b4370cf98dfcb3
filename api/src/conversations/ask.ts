import { randomUUID } from 'node:crypto';
import { type Actor, streams, VISITOR } from '@landline/event-schemas';
import { type Citation, QUOTED_FROM_PAGES, type Turn, type Writing } from '../answers/contract.ts';
import type { Known } from '../commands/commands.ts';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../widget/visitors.ts';
import type { AnswerEvents, AskBody, CitedPage } from './contract.ts';
import { type Conversation, type ConversationCommand, conversation, isFinal } from './conversation.ts';
import { conversationKeyOf } from './keys.ts';

/** One event of an answer as it is written. */
type Told = { [E in keyof AnswerEvents]: { event: E; data: AnswerEvents[E] } }[keyof AnswerEvents];

export interface Asking {
  visitor: Visitor;
  body: AskBody;
  /** The conversation that goes on; undefined begins one. */
  conversationId: string | undefined;
  user: { user_key: string; user_id: string } | undefined;
  correlationId: string;
  /** Aborted when the visitor stops it, or goes away. */
  signal: AbortSignal;
}

/** A longer conversation is read again at each question: a new one is begun then. */
const MOST_QUESTIONS = 100;
/** Questions and answers that the assistant is reminded of. */
const REMEMBERED = 6;

type AskDeps = Pick<Deps, 'commands' | 'answers' | 'secrets' | 'log'>;

/**
 * Asks the assistant in a visitor's name, and tells the answer as it is written. What was asked is recorded before the
 * first word is told, what was answered before `done` is: a client pays for what was told, and for nothing else.
 */
export async function* ask(deps: AskDeps, asking: Asking): AsyncGenerator<Told> {
  const { visitor, body, signal } = asking;
  const clientId = visitor.widget.clientId;
  const { id, known } = await conversationFor(deps, asking);
  const question_id = body.questionId ?? randomUUID();
  const of = { conversation_id: id, client_id: clientId, question_id };
  yield {
    event: 'conversation',
    data: { conversationKey: conversationKeyOf(deps.secrets, clientId, id), questionId: question_id },
  };

  const given = known.state?.exchanges.get(question_id)?.answer;
  if (isFinal(given)) {
    yield { event: 'text', data: { text: given.text } };
    yield { event: 'citations', data: { citations: given.citations } };
    yield { event: 'done', data: { confidence: given.confidence, answered: given.answered } };
    return;
  }

  const execute = executor(deps, id, asking.correlationId);
  const started = performance.now();
  // Both at once: the first word waits for the longer of the two.
  const asked = execute(
    {
      ...of,
      type: 'ask',
      text: body.message,
      page_url: body.pageUrl ?? null,
      start: { source: visitor.source, domain: visitor.domain, locale: body.locale },
      user: asking.user,
    },
    known,
  );
  asked.catch(() => {});
  const parts = deps.answers.answer({
    clientId,
    question: body.message,
    history: historyOf(known.state, question_id),
    signal,
  });

  const so_far = { text: '', citations: [] as CitedPage[], first_token_ms: 0 };
  let outcome: { confidence: number; answered: boolean } | undefined;
  let writing: Writing = QUOTED_FROM_PAGES;
  const answered = async () =>
    execute(
      {
        ...of,
        ...so_far,
        type: 'answer',
        confidence: outcome?.confidence ?? 0,
        answered: outcome?.answered ?? true,
        stopped: outcome === undefined,
        duration_ms: Math.round(performance.now() - started),
        model: writing.model,
        input_tokens: writing.inputTokens,
        output_tokens: writing.outputTokens,
        cached: writing.cached,
      },
      await asked,
    );
  try {
    for await (const part of parts) {
      await asked;
      if (part.type === 'done') {
        outcome = { confidence: part.confidence, answered: part.answered };
        writing = part.writing;
        continue;
      }
      if (part.type === 'text') {
        if (so_far.text === '') so_far.first_token_ms = Math.round(performance.now() - started);
        so_far.text += part.text;
        yield { event: 'text', data: { text: part.text } };
      } else {
        so_far.citations = part.citations.filter(isWebPage).map(citedPage);
        yield { event: 'citations', data: { citations: so_far.citations } };
      }
    }
    await asked;
    if (outcome === undefined) return;
    await answered();
    yield { event: 'done', data: outcome };
  } catch (error) {
    outcome = undefined;
    if (!signal.aborted) {
      deps.log.error({ err: error, correlationId: asking.correlationId }, 'An answer failed');
      yield { event: 'error', data: { code: 'ANSWER_FAILED', message: FAILED } };
    }
  } finally {
    // Stopped, or broken off: what was told so far is what was answered.
    if (outcome === undefined) {
      await asked
        .then((before) => (so_far.text === '' ? execute({ ...of, type: 'fail' }, before) : answered()))
        .catch((error) => deps.log.warn({ err: error }, 'A broken-off answer was not recorded'));
    }
  }
}

/** Spec 000 §8. */
const FAILED = 'Server error. Please try again later.';

async function conversationFor(
  { commands }: AskDeps,
  { conversationId, visitor }: Asking,
): Promise<{ id: string; known: Known<Conversation> }> {
  if (conversationId !== undefined) {
    const known = await commands.load(conversation, streams.conversation(conversationId));
    const { state } = known;
    const fits = state?.client_id === visitor.widget.clientId && state.exchanges.size < MOST_QUESTIONS;
    if (fits) return { id: conversationId, known };
  }
  return { id: randomUUID(), known: { state: undefined, revision: -1n } };
}

const executor =
  ({ commands }: AskDeps, conversationId: string, correlationId: string) =>
  (command: ConversationCommand, known: Known<Conversation>) =>
    commands.execute(conversation, {
      stream: streams.conversation(conversationId),
      command,
      actor: VISITOR satisfies Actor,
      correlationId,
      known,
    });

function historyOf(state: Conversation, except: string): Turn[] {
  return [...(state?.exchanges ?? [])]
    .filter(([id]) => id !== except)
    .slice(-REMEMBERED)
    .flatMap(([, { question, answer }]) => [
      { role: 'user' as const, text: question },
      ...(answer ? [{ role: 'assistant' as const, text: answer.text }] : []),
    ]);
}

/** A link that a visitor can follow leads to a web page, and nowhere else. */
const isWebPage = ({ url }: Citation) => /^https?:$/.test(URL.parse(url)?.protocol ?? '');
const citedPage = ({ number, title, url }: Citation): CitedPage => ({ number, title, url });
