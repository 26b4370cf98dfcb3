import type { SignedInClient } from '@landline/api/identity/contract';
import type { StaffRole } from '@landline/event-schemas';

interface Person {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
}

export interface StaffUser extends Person {
  role: StaffRole;
  /** The client that a SuperAdmin acts as. */
  actingAs: SignedInClient | null;
}

export interface ClientUser extends Person {
  role: 'ClientUser';
  client: SignedInClient;
}

/** Who is signed in. */
export type User = StaffUser | ClientUser;
export type Role = User['role'];

/** Which login page: staff sign in at /login, client users at /client/login. */
export type Door = 'staff' | 'client';

export interface Credentials {
  door: Door;
  email: string;
  password: string;
  /** Of the second factor, when it was asked for. */
  code?: string;
}

const HOMES: Record<Role, string> = {
  SuperAdmin: '/SuperAdminPortal',
  Admin: '/AdminPortal',
  Manager: '/ManagerPortal',
  Employee: '/EmployeePortal',
  ClientUser: '/client/portal',
};

/** Where a role works (spec 000 §2). */
export function homeOf(role: Role): string {
  return HOMES[role];
}

export function doorOf(user: Pick<User, 'role'>): Door {
  return user.role === 'ClientUser' ? 'client' : 'staff';
}

export const LOGIN_PATHS: Record<Door, string> = { staff: '/login', client: '/client/login' };

/** Whose client portal is shown: the user's own client, or the one that a SuperAdmin acts as. */
export function clientOf(user: User | null): SignedInClient | null {
  return user?.role === 'ClientUser' ? user.client : (user?.actingAs ?? null);
}

export function nameOf(user: User): string {
  return (
    [user.firstName, user.lastName].filter(Boolean).join(' ') ||
    (user.role === 'ClientUser' ? user.client.name : user.role)
  );
}
