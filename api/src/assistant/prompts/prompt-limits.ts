import type { PromptType } from '@landline/event-schemas';
import { DomainError } from '../../platform/errors.ts';
import { type ClientPrompt, MAX_FAQ_PROMPTS, MAX_PROMPTS } from './contract.ts';

declare module '../../platform/errors.ts' {
  interface ErrorData {
    TOO_MANY_PROMPTS: { limit: number };
  }
}

/** Throws if a client cannot add another prompt of this type. */
export function assertRoomFor(type: PromptType, prompts: readonly Pick<ClientPrompt, 'prompt_type'>[]): void {
  const isFaq = type === 'faq';
  const limit = isFaq ? MAX_FAQ_PROMPTS : MAX_PROMPTS;
  if (prompts.filter(({ prompt_type }) => (prompt_type === 'faq') === isFaq).length < limit) return;
  throw new DomainError(
    'rule_broken',
    'TOO_MANY_PROMPTS',
    isFaq
      ? `A client can have at most ${limit} FAQ prompts and approved answers. Delete one before you add another.`
      : `A client can have at most ${limit} prompts. Delete one before you add another.`,
    { data: { limit } },
  );
}
