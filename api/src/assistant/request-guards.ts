/** Roles of staff who manage assistants. */
export const STAFF = ['SuperAdmin', 'Admin'] as const;

/** Callers of a route for staff and for users of the client in its path, which must have the assistant. */
export const STAFF_OR_OWN_CLIENT = {
  may: [...STAFF, 'ClientUser'],
  ofClient: { product: 'ai_assistant' },
} as const;
