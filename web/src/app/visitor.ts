import type { Session } from '../features/session/session.ts';
import type { User } from '../features/session/user.ts';
import type { Visitor } from './access.ts';

/** Who is signed in, as the table of pages sees them. */
export function visitorOf(user: User | null): Visitor {
  return user ? { kind: 'staff', role: user.role } : { kind: 'anonymous' };
}

/** The same, once it is known. */
export async function currentVisitor(session: Session): Promise<Visitor> {
  return visitorOf(await session.user());
}
