import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

const CONVERSATION_ID = /^[0-9a-f-]{36}$/;

/** What opens a conversation to its visitor again: its id, and our proof that it is of this client. */
export const conversationKeyOf = (secrets: Secrets, clientId: string, conversationId: string): string =>
  `${conversationId}.${proofOf(secrets, clientId, conversationId).toString('base64url')}`;

/** The conversation that a key opens at this client; undefined when the key is forged or another client's. */
export function conversationOfKey(secrets: Secrets, clientId: string, key: string): string | undefined {
  const [id = '', proof = ''] = key.split('.');
  if (!CONVERSATION_ID.test(id)) return undefined;
  const expected = proofOf(secrets, clientId, id);
  const given = Buffer.from(proof, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

const proofOf = (secrets: Secrets, clientId: string, conversationId: string) =>
  secrets.hmac('conversation', `${clientId}\n${conversationId}`);

/** Finds a user's conversations, and tells nobody who it is. */
export const userKeyOf = (secrets: Secrets, clientId: string, userId: string): string =>
  secrets.hmac('widget user', `${clientId}\n${userId}`).toString('base64url');
