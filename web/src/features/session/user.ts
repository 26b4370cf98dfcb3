import type { StaffRole } from '@landline/event-schemas';

/** Who is signed in. */
export interface User {
  userId: string;
  role: StaffRole;
  firstName: string;
  lastName: string;
}

export interface Credentials {
  email: string;
  password: string;
}

const HOMES: Record<StaffRole, string> = {
  SuperAdmin: '/SuperAdminPortal',
  Admin: '/AdminPortal',
  Manager: '/ManagerPortal',
  Employee: '/EmployeePortal',
};

/** Where a role works (spec 000 §2). */
export function homeOf(role: StaffRole): string {
  return HOMES[role];
}

export function nameOf(user: User): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.role;
}
