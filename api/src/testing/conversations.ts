import { randomUUID } from 'node:crypto';
import { type DomainEvent, streams, VISITOR } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { seal, subjectsOf } from '@landline/event-schemas/personal';
import { keysFor } from '../commands/subject-keys.ts';
import type { Deps } from '../deps.ts';

export interface Exchange {
  question: string;
  /** ISO 8601. */
  at: string;
  /** False: the assistant did not know. Undefined: no answer came. */
  answered?: boolean;
  confidence?: number;
  rating?: 'up' | 'down';
}

/** A visitor's conversation that happened when its questions say: what no command could write. */
export async function converse(
  { eventStore, pool }: Pick<Deps, 'eventStore' | 'pool'>,
  client_id: string,
  exchanges: readonly Exchange[],
  source: 'website' | 'test' = 'website',
): Promise<string> {
  const conversation_id = randomUUID();
  const of = { conversation_id, client_id };
  const told: [DomainEvent, string][] = exchanges.flatMap(
    ({ question, at, answered, confidence, rating }) => {
      const asked = { ...of, question_id: randomUUID() };
      const events: DomainEvent[] = [
        { type: 'QuestionAsked', data: { ...asked, text: question, page_url: null } },
        ...(answered === undefined
          ? [{ type: 'AnswerFailed' as const, data: asked }]
          : [
              {
                type: 'QuestionAnswered' as const,
                data: {
                  ...asked,
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
        ...(rating ? [{ type: 'AnswerRated' as const, data: { ...asked, rating } }] : []),
      ];
      return events.map((event): [DomainEvent, string] => [event, at]);
    },
  );
  const first: DomainEvent = {
    type: 'ConversationStarted',
    data: { ...of, source, domain: 'acme.example', locale: 'en' },
  };
  const all: [DomainEvent, string][] = [[first, exchanges[0]?.at ?? ''], ...told];
  const keys = await keysFor(pool, subjectsOf(all.map(([event]) => event)));
  const origin = { actor: VISITOR, correlationId: conversation_id, commandId: conversation_id };
  await eventStore.append(
    streams.conversation(conversation_id),
    all.map(([event, at]) => ({ id: randomUUID(), ...seal(encodeSealed(event, { ...origin, at }), keys) })),
    'any',
  );
  return conversation_id;
}

/** `seal` keeps what is beside the data. */
function encodeSealed(event: DomainEvent, metadata: Parameters<typeof encodeEvent>[1]) {
  return { ...encodeEvent(event, metadata), type: event.type };
}
