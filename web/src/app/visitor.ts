import type { SessionSource } from '../features/identity/sessions/session-source.ts';
import type { SignedInClient, User } from '../features/platform/session/user.ts';
import type { Visitor, VisitorClient } from './access.ts';

/** Converts a user to the visitor that guards check against the page table. */
export function visitorOf(user: User | null): Visitor {
  if (!user) return { kind: 'anonymous' };
  if (user.role === 'ClientUser') return { kind: 'client', client: visitorClient(user.client) };
  if (user.actingAs) return { kind: 'impersonating', client: visitorClient(user.actingAs) };
  return { kind: 'staff', role: user.role };
}

function visitorClient({
  id,
  name,
  planTier,
  has_ai_assistant,
  has_geo_leads,
  product_config,
}: SignedInClient): VisitorClient {
  return { id, name, planTier, has_ai_assistant, has_geo_leads, demo: product_config.demo_mode };
}

/** Resolves with the visitor once the session is known. */
export async function currentVisitor(session: Pick<SessionSource, 'user'>): Promise<Visitor> {
  return visitorOf(await session.user());
}
