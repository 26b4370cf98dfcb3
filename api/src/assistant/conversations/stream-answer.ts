import { randomUUID } from 'node:crypto';
import { streams, VISITOR } from '@landline/event-schemas';
import { toStorableText } from '@landline/event-schemas/storable';
import type { KnownState } from '../../platform/commands/commands.ts';
import { SERVER_ERROR } from '../../platform/errors.ts';
import { isOwnAnswer } from '../answers/citations.ts';
import { type AnswerOrigin, type Citation, NO_MODEL, type Turn } from '../answers/contract.ts';
import type { AssistantPorts } from '../ports.ts';
import type { Visitor } from '../widget/visitors.ts';
import type { AnswerEvents, AskBody, CitedPage } from './contract.ts';
import {
  type Conversation,
  type ConversationCommand,
  conversation,
  isFinal,
  isOpenTo,
} from './conversation.ts';
import { conversationKeyOf } from './conversation-keys.ts';

/** Server-sent event of a streamed answer. */
type AnswerEvent = { [E in keyof AnswerEvents]: { event: E; data: AnswerEvents[E] } }[keyof AnswerEvents];

export interface VisitorQuestion {
  visitor: Visitor;
  body: AskBody;
  /** Undefined to start a conversation. */
  conversationId: string | undefined;
  user: { user_key: string; user_id: string } | undefined;
  correlationId: string;
  /** Aborted when the visitor stops the answer or disconnects. */
  signal: AbortSignal;
}

/** Maximum number of questions in a conversation. A new one starts after that, because each question reads the whole stream. */
const MAX_QUESTIONS = 100;
/** Number of earlier exchanges that the assistant gets. */
const HISTORY_LENGTH = 6;

type AskPorts = Pick<AssistantPorts, 'commands' | 'answers' | 'secrets' | 'log'>;

/**
 * Streams the answer to a visitor's question. Records the question before it sends the first word, and the answer before it
 * sends `done`, so that the client is billed for exactly the answers sent.
 */
export async function* streamAnswer(
  ports: AskPorts,
  visitorQuestion: VisitorQuestion,
): AsyncGenerator<AnswerEvent> {
  const { visitor, body, correlationId, signal } = visitorQuestion;
  const clientId = visitor.widget.clientId;
  const { id, knownState } = await conversationFor(ports, visitorQuestion);
  const question_id = body.questionId ?? randomUUID();
  const ids = { conversation_id: id, client_id: clientId, question_id };
  yield {
    event: 'conversation',
    data: { conversationKey: conversationKeyOf(ports.secrets, clientId, id), questionId: question_id },
  };

  const earlierAnswer = knownState.state?.exchanges.get(question_id)?.answer;
  if (isFinal(earlierAnswer)) {
    yield { event: 'text', data: { text: earlierAnswer.text } };
    yield { event: 'citations', data: { citations: earlierAnswer.citations } };
    yield { event: 'suggestions', data: { suggestions: earlierAnswer.suggestions ?? [] } };
    yield { event: 'done', data: { confidence: earlierAnswer.confidence, answered: earlierAnswer.answered } };
    return;
  }

  const execute = executor(ports, id, correlationId);
  const started = performance.now();
  // Record the question while the answer starts.
  const questionRecorded = execute(
    {
      ...ids,
      type: 'ask',
      text: body.message,
      page_url: body.pageUrl ?? null,
      start: { source: visitor.source, domain: visitor.domain, locale: body.locale },
      user: visitorQuestion.user,
    },
    knownState,
  );
  questionRecorded.catch(() => {}); // awaited below
  const parts = ports.answers.answer({
    clientId,
    question: body.message,
    history: historyOf(knownState.state, question_id),
    signal,
  });

  const sentAnswer = {
    text: '',
    citations: [] as CitedPage[],
    suggestions: [] as readonly string[],
    first_token_ms: 0,
  };
  let outcome: { confidence: number; answered: boolean } | undefined;
  let origin: AnswerOrigin = NO_MODEL;
  const recordAnswer = async () =>
    execute(
      {
        ...ids,
        ...sentAnswer,
        suggestions: [...sentAnswer.suggestions],
        // A model may write half of a character, or be stopped within one.
        text: toStorableText(sentAnswer.text),
        type: 'answer',
        confidence: outcome?.confidence ?? 0,
        answered: outcome?.answered ?? true,
        stopped: outcome === undefined,
        duration_ms: Math.round(performance.now() - started),
        model: origin.model,
        input_tokens: origin.inputTokens,
        output_tokens: origin.outputTokens,
        cached: origin.cached,
      },
      await questionRecorded,
    );
  try {
    for await (const part of parts) {
      await questionRecorded;
      if (part.type === 'done') {
        outcome = { confidence: part.confidence, answered: part.answered };
        origin = part.origin;
        continue;
      }
      if (part.type === 'text') {
        if (sentAnswer.text === '') sentAnswer.first_token_ms = Math.round(performance.now() - started);
        sentAnswer.text += part.text;
        yield { event: 'text', data: { text: part.text } };
      } else if (part.type === 'suggestions') {
        sentAnswer.suggestions = part.suggestions;
        yield { event: 'suggestions', data: { suggestions: part.suggestions } };
      } else {
        sentAnswer.citations = part.citations.filter(isShown).map(citedPage);
        yield { event: 'citations', data: { citations: sentAnswer.citations } };
      }
    }
    await questionRecorded;
    if (outcome === undefined) return;
    await recordAnswer();
    yield { event: 'done', data: outcome };
  } catch (error) {
    outcome = undefined;
    if (!signal.aborted) {
      ports.log.error(
        { event: 'answer.failed', err: error, correlationId },
        'Could not answer a question; the visitor can ask again',
      );
      yield { event: 'error', data: { code: 'ANSWER_FAILED', message: SERVER_ERROR } };
    }
  } finally {
    // Stopped or interrupted: record the text sent so far as the answer.
    if (outcome === undefined) {
      await questionRecorded
        .then((state) => (sentAnswer.text === '' ? execute({ ...ids, type: 'fail' }, state) : recordAnswer()))
        .catch((error) =>
          ports.log.warn(
            { event: 'answer.not_recorded', err: error },
            'Could not record an interrupted answer',
          ),
        );
    }
  }
}

async function conversationFor(
  { commands }: AskPorts,
  { conversationId, visitor, user }: VisitorQuestion,
): Promise<{ id: string; knownState: KnownState<Conversation> }> {
  if (conversationId !== undefined) {
    const knownState = await commands.load(conversation, streams.conversation(conversationId));
    const { state } = knownState;
    if (isOpenTo(state, visitor.widget.clientId, user?.user_key) && state.exchanges.size < MAX_QUESTIONS)
      return { id: conversationId, knownState };
  }
  return { id: randomUUID(), knownState: { state: undefined, revision: -1n } };
}

const executor =
  ({ commands }: AskPorts, conversationId: string, correlationId: string) =>
  (command: ConversationCommand, known: KnownState<Conversation>) =>
    commands.execute(conversation, {
      stream: streams.conversation(conversationId),
      command,
      actor: VISITOR,
      correlationId,
      known,
    });

function historyOf(state: Conversation, currentQuestionId: string): Turn[] {
  return [...(state?.exchanges ?? [])]
    .filter(([id]) => id !== currentQuestionId)
    .slice(-HISTORY_LENGTH)
    .flatMap(([, { question, answer }]) => [
      { role: 'user' as const, text: question },
      ...(answer ? [{ role: 'assistant' as const, text: answer.text }] : []),
    ]);
}

/** Returns whether visitors see a citation: only web pages and the business's own answers are shown. */
const isShown = (citation: Citation) =>
  isOwnAnswer(citation) || /^https?:$/.test(URL.parse(citation.url)?.protocol ?? '');
const citedPage = ({ number, title, url, link }: Citation): CitedPage => ({ number, title, url, link });
