import type { IdentityPorts } from '../identity/ports.ts';
import type { Answers } from './answers/answers.ts';

/** Services of the assistant room. */
export interface AssistantPorts extends IdentityPorts {
  readonly answers: Answers;
}
