import { streams } from '@landline/event-schemas';
import { client, clientNotFound } from '../../clients/clients/client.ts';
import type { AssistantPorts } from '../ports.ts';
import type { ConsoleEvents, Turn } from './contract.ts';

type ConsoleEvent = { [E in keyof ConsoleEvents]: { event: E; data: ConsoleEvents[E] } }[keyof ConsoleEvents];

/** Streams the answer that a visitor of this client would get, for staff in the console (spec 002 §7). */
export async function* answerStaff(
  { answers, commands }: Pick<AssistantPorts, 'answers' | 'commands'>,
  { message, clientId, history }: { message: string; clientId: string; history: readonly Turn[] },
  signal: AbortSignal,
): AsyncGenerator<ConsoleEvent> {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw clientNotFound();
  const startedAt = performance.now();
  let firstTokenMs: number | undefined;
  for await (const part of answers.answer({ clientId, question: message, history, signal })) {
    firstTokenMs ??= Math.round(performance.now() - startedAt);
    switch (part.type) {
      case 'text':
        yield { event: 'text', data: { text: part.text } };
        break;
      case 'citations':
        yield { event: 'citations', data: { citations: part.citations } };
        break;
      case 'suggestions':
        yield { event: 'suggestions', data: { suggestions: part.suggestions } };
        break;
      case 'done': {
        const { confidence, answered } = part;
        const { model, cached } = part.origin;
        yield { event: 'done', data: { confidence, answered, model, cached, firstTokenMs } };
      }
    }
  }
}
