import { constantTimeEquals } from '../../platform/constant-time-equals.ts';
import type { Secrets } from '../../platform/secrets.ts';

const CONVERSATION_ID = /^[0-9a-f-]{36}$/;

/** Returns the key that reopens a conversation: its id, signed for this client. */
export const conversationKeyOf = (secrets: Secrets, clientId: string, conversationId: string): string =>
  `${conversationId}.${signatureOf(secrets, clientId, conversationId).toString('base64url')}`;

/** Returns the conversation id in a key; undefined if the key is missing, is forged or belongs to another client. */
export function conversationOfKey(secrets: Secrets, clientId: string, key = ''): string | undefined {
  const [id = '', signature = ''] = key.split('.');
  if (!CONVERSATION_ID.test(id)) return undefined;
  const isSigned = constantTimeEquals(
    Buffer.from(signature, 'base64url'),
    signatureOf(secrets, clientId, id),
  );
  return isSigned ? id : undefined;
}

const signatureOf = (secrets: Secrets, clientId: string, conversationId: string) =>
  secrets.hmac('conversation', `${clientId}\n${conversationId}`);

/** Returns the pseudonymous key of a client's user, stored with the user's conversations. */
export const userKeyOf = (secrets: Secrets, clientId: string, userId: string): string =>
  secrets.hmac('widget user', `${clientId}\n${userId}`).toString('base64url');
