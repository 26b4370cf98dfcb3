/** Roles of staff who manage assistants. */
export const STAFF = ['SuperAdmin', 'Admin'] as const;

/** Callers of routes for staff and for users of the named client, which must have the assistant. */
export const STAFF_AND_CLIENT = {
  may: [...STAFF, 'ClientUser'],
  ofClient: { product: 'ai_assistant' },
} as const;
