import type { ConsoleEvents, Turn } from '@landline/api/assistant/answers/contract';
import { requestEvents } from '../../../../shared/http/request.ts';

export type ConsoleEvent = {
  [E in keyof ConsoleEvents]: { event: E; data: ConsoleEvents[E] };
}[keyof ConsoleEvents];

interface Question {
  clientId: string;
  message: string;
  /** Earlier turns, oldest first. */
  history: readonly Turn[];
}

/** POST /api/ai/chat as staff: streams the answer. */
export function ask(body: Question, signal: AbortSignal): AsyncGenerator<ConsoleEvent> {
  // The API's types check its events against this contract.
  return requestEvents('/api/ai/chat', { method: 'POST', body, signal }) as AsyncGenerator<ConsoleEvent>;
}
