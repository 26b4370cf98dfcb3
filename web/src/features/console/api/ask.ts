import type { ConsoleEvents, Turn } from '@landline/api/answers/contract';
import { requestEvents } from '../../../shared/http/request.ts';

export type Told = { [E in keyof ConsoleEvents]: { event: E; data: ConsoleEvents[E] } }[keyof ConsoleEvents];

interface Question {
  clientId: string;
  message: string;
  /** What was said before, oldest first. */
  history: readonly Turn[];
}

/** POST /api/ai/chat as staff: the answer as it is written. */
export function ask(body: Question, signal: AbortSignal): AsyncGenerator<Told> {
  // What the api tells is held against its contract by the api's own types.
  return requestEvents('/api/ai/chat', { method: 'POST', body, signal }) as AsyncGenerator<Told>;
}
