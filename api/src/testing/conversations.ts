import { randomUUID } from 'node:crypto';
import { type DomainEvent, streams, VISITOR } from '@landline/event-schemas';
import type { Ports } from '../ports.ts';
import { appendDatedEvents } from './past-events.ts';

export interface Exchange {
  question: string;
  /** Time of the question, ISO 8601. */
  at: string;
  /** False if the assistant did not know; undefined if the answer failed. */
  answered?: boolean;
  confidence?: number;
  rating?: 'up' | 'down';
}

/** Appends a visitor's conversation with times in the past, which commands cannot do. Returns the conversation id. */
export async function converse(
  ports: Pick<Ports, 'eventStore' | 'pool'>,
  client_id: string,
  exchanges: readonly Exchange[],
  source: 'website' | 'test' = 'website',
): Promise<string> {
  const conversation_id = randomUUID();
  const ids = { conversation_id, client_id };
  const start: DomainEvent = {
    type: 'ConversationStarted',
    data: { ...ids, source, domain: 'acme.example', locale: 'en' },
  };
  const exchangeEntries = exchanges.flatMap(({ question, at, answered, confidence, rating }) => {
    const questionIds = { ...ids, question_id: randomUUID() };
    const events: DomainEvent[] = [
      { type: 'QuestionAsked', data: { ...questionIds, text: question, page_url: null } },
      ...(answered === undefined
        ? [{ type: 'AnswerFailed' as const, data: questionIds }]
        : [
            {
              type: 'QuestionAnswered' as const,
              data: {
                ...questionIds,
                text: answered ? 'At seven.' : 'I do not know.',
                citations: answered ? [{ number: 1, title: 'Home', url: 'https://acme.example/' }] : [],
                confidence: confidence ?? 0.75,
                answered,
                stopped: false,
                first_token_ms: 40,
                duration_ms: 120,
                model: null,
                input_tokens: null,
                output_tokens: null,
                cached: false,
              },
            },
          ]),
      ...(rating ? [{ type: 'AnswerRated' as const, data: { ...questionIds, rating } }] : []),
    ];
    return events.map((event) => ({ event, at }));
  });
  await appendDatedEvents(
    ports,
    streams.conversation(conversation_id),
    [{ event: start, at: exchanges[0]?.at ?? '' }, ...exchangeEntries],
    VISITOR,
  );
  return conversation_id;
}
