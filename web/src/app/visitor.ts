import type { SignedInClient } from '@landline/api/identity/contract';
import type { SessionSource } from '../features/session/session-source.ts';
import type { User } from '../features/session/user.ts';
import type { Visitor, VisitorClient } from './access.ts';

/** Who is signed in, as the table of pages sees them. */
export function visitorOf(user: User | null): Visitor {
  if (!user) return { kind: 'anonymous' };
  if (user.role === 'ClientUser') return { kind: 'client', client: visitorClient(user.client) };
  if (user.actingAs) return { kind: 'impersonating', client: visitorClient(user.actingAs) };
  return { kind: 'staff', role: user.role };
}

function visitorClient({ product_config, ...client }: SignedInClient): VisitorClient {
  const { id, name, planTier, has_ai_assistant, has_geo_leads } = client;
  return { id, name, planTier, has_ai_assistant, has_geo_leads, demo: product_config.demo_mode };
}

/** The same, once it is known. */
export async function currentVisitor(session: Pick<SessionSource, 'user'>): Promise<Visitor> {
  return visitorOf(await session.user());
}
