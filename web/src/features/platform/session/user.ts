import type { PlanTier, StaffRole } from '@landline/event-schemas';

/** A client as returned by the sign-in and verify endpoints (spec 000 §3). */
export interface SignedInClient {
  id: string;
  name: string;
  /** Email address of the user who signed in. */
  email: string;
  adminName: string;
  planTier: PlanTier;
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  has_custom_solution: boolean;
  product_config: { demo_mode: boolean };
}

interface Person {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
}

export interface StaffUser extends Person {
  role: StaffRole;
  /** The client a SuperAdmin acts as. */
  actingAs: SignedInClient | null;
}

export interface ClientUser extends Person {
  role: 'ClientUser';
  client: SignedInClient;
}

export type User = StaffUser | ClientUser;
export type Role = User['role'];

/** Staff sign in at /login, client users at /client/login. */
export type UserKind = 'staff' | 'client';

export interface Credentials {
  userKind: UserKind;
  email: string;
  password: string;
  /** Second-factor code, if the server requires one. */
  code?: string;
}

const HOMES: Record<Role, string> = {
  SuperAdmin: '/SuperAdminPortal',
  Admin: '/AdminPortal',
  Manager: '/ManagerPortal',
  Employee: '/EmployeePortal',
  ClientUser: '/client/portal',
};

/** Returns the start page of a role (spec 000 §2). */
export function homeOf(role: Role): string {
  return HOMES[role];
}

export function userKindOf(user: Pick<User, 'role'>): UserKind {
  return user.role === 'ClientUser' ? 'client' : 'staff';
}

export const LOGIN_PATHS: Record<UserKind, string> = { staff: '/login', client: '/client/login' };

/** Returns the client whose portal is shown: the user's own, or the one a SuperAdmin acts as. */
export function clientOf(user: User | null): SignedInClient | null {
  return user?.role === 'ClientUser' ? user.client : (user?.actingAs ?? null);
}

export function nameOf(user: User): string {
  return (
    [user.firstName, user.lastName].filter(Boolean).join(' ') ||
    (user.role === 'ClientUser' ? user.client.name : user.role)
  );
}
