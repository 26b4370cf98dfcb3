/** Form messages (spec 001 §5, §8). Success messages come from the server. */
export const MESSAGES = {
  clientAndCity: 'Please select a client and city',
  city: 'Please select a city',
  zipCodes: 'Please select at least one zipcode',
  cityFailed: 'Failed to grant city access',
  zipCodesFailed: 'Failed to grant zipcode access',
  revokeFailed: 'Failed to revoke dataset access',
} as const;
