/** Spec 001 §5, §8. What went well is told by the server. */
export const GRANTS = {
  clientAndCity: 'Please select a client and city',
  city: 'Please select a city',
  zipCodes: 'Please select at least one zipcode',
  cityFailed: 'Failed to grant city access',
  zipCodesFailed: 'Failed to grant zipcode access',
  revokeFailed: 'Failed to revoke dataset access',
} as const;

/** Messages leave by themselves (spec 001 §9). */
export const SHOWN_MS = 5_000;
