/** Roles of staff who manage assistants. */
export const STAFF = ['SuperAdmin', 'Admin'] as const;

/** Access for staff, and for users of the client in the route's path if the client has the assistant. */
export const STAFF_OR_OWN_CLIENT = {
  may: [...STAFF, 'ClientUser'],
  ofClient: { product: 'ai_assistant' },
} as const;
