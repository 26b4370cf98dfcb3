import { streams } from '@landline/event-schemas';
import type { Context } from 'koa';
import type { z } from 'zod';
import { client, clientNotFound } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import type { Citation, StaffChatResponse, staffChatBody } from './contract.ts';

/** The staff's console: what would a visitor of this client be told, and why (spec 002 §7). */
export async function answerStaff(
  { answers, commands }: Pick<Deps, 'answers' | 'commands'>,
  { message, clientId, history }: z.output<typeof staffChatBody>,
  ctx: Context,
): Promise<StaffChatResponse> {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw clientNotFound();
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  let text = '';
  let citations: readonly Citation[] = [];
  let outcome = { confidence: 0, answered: false, model: null as string | null, cached: false };
  const question = { clientId, question: message, history, signal: gone.signal };
  for await (const part of answers.answer(question)) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'restart') text = '';
    else if (part.type === 'citations') citations = part.citations;
    else {
      const { model, cached } = part.writing;
      outcome = { confidence: part.confidence, answered: part.answered, model, cached };
    }
  }
  return { message: text, citations: [...citations], ...outcome };
}
