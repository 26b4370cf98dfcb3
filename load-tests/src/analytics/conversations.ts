import type { PlacedEvent } from '../log/copy.ts';
import { sealText, uuid } from '../projections/events.ts';
import { type Random, seededRandom } from '../random.ts';

export interface BenchClient {
  readonly id: string;
  readonly timeZone: string;
}

const DAYS = 300;
const DAY_MS = 86_400_000;
const MAX_QUESTIONS = 40;

const TOPICS = `delivery opening parking return invoice warranty bicycle garden permit garage kitchen window roof bread
  cake coffee appointment password account order voucher size color price trailer workshop repair school menu allergy`;
const DETAILS = `sunday tomorrow online abroad quickly children weekend winter holiday cheap large small new used broken
  late early free express student`;
const words = (text: string) => text.trim().split(/\s+/);
const [topics, details] = [words(TOPICS), words(DETAILS)];
const QUESTION_OPENINGS = [
  'When is',
  'How do I get',
  'What about',
  'Do you have',
  'How much is',
  'Where can I find',
];
const SMALL_TALK = ['hello', 'thanks', 'ok'];

/** Events of one visitor's conversation, and the subject whose key encrypts their texts. */
export interface Conversation {
  readonly subject: string;
  readonly events: readonly PlacedEvent[];
}

/**
 * Generates visitor conversations, ordered by start time and spread evenly over `DAYS` days. These end 24 hours ago, which
 * keeps all events in the past. A question and its answer count as two messages. The same arguments always generate the
 * same conversations.
 */
export function* conversations(
  clients: readonly BenchClient[],
  messages: number,
  seed: number,
  now: number,
): Generator<Conversation> {
  const next = seededRandom(seed);
  const questions = Math.floor(messages / 2);
  for (let number = 0, generated = 0; generated < questions; number++) {
    const count = Math.min(1 + Math.floor(next() * MAX_QUESTIONS), questions - generated);
    const startedAt = now - DAY_MS - DAYS * DAY_MS * (1 - generated / questions);
    generated += count;
    const client = clients[Math.floor(next() * clients.length)];
    if (!client) throw new Error('At least one client is required');
    const id = uuid(`conversation ${seed} ${number}`);
    const subject = `conversation:${id}`;
    const events = conversationEvents(id, subject, client.id, startedAt, count, next);
    yield {
      subject,
      events: events.map((event, revision) => ({ ...event, stream: `conversation-${id}`, revision })),
    };
  }
}

type EventWithoutStream = Omit<PlacedEvent, 'stream' | 'revision'>;

function conversationEvents(
  conversation_id: string,
  subject: string,
  client_id: string,
  startedAt: number,
  questions: number,
  next: Random,
): EventWithoutStream[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T; // the lists are never empty
  const ids = { conversation_id, client_id };
  const event = (type: string, at: number, data: object): EventWithoutStream => ({
    type,
    created: Math.floor(at),
    data: { ...ids, ...data },
    metadata: {
      actor: { id: 'visitor', role: 'Visitor' },
      correlationId: conversation_id,
      commandId: conversation_id,
      at: new Date(at).toISOString(),
      schemaVersion: type === 'QuestionAnswered' ? 2 : 1,
    },
  });
  const events = [
    event('ConversationStarted', startedAt, { source: 'website', domain: 'bench.example', locale: 'en' }),
  ];
  for (let n = 0; n < questions; n++) {
    const at = startedAt + n * 60_000;
    const question_id = uuid(`${conversation_id} ${n}`);
    const text =
      next() < 0.05
        ? pick(SMALL_TALK)
        : `${pick(QUESTION_OPENINGS)} ${pick(topics)} ${pick(topics)} ${pick(details)}?`;
    const answered = next() < 0.85;
    events.push(
      event('QuestionAsked', at, { question_id, text: sealText(text, subject), page_url: null }),
      event('QuestionAnswered', at + 900, {
        question_id,
        text: sealText(answered ? `It is on our page about ${pick(topics)}.` : 'I do not know.', subject),
        citations: answered ? [{ number: 1, title: 'Page', url: 'https://bench.example/' }] : [],
        confidence: Math.round(next() * 100) / 100,
        answered,
        stopped: false,
        first_token_ms: Math.floor(next() * 800),
        duration_ms: 800 + Math.floor(next() * 3_000),
        model: null,
        input_tokens: null,
        output_tokens: null,
        cached: false,
      }),
    );
    if (next() < 0.1)
      events.push(event('AnswerRated', at + 5_000, { question_id, rating: pick(['up', 'down']) }));
  }
  return events;
}
