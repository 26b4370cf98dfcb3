/** Default messages by status (spec 000 §8); separate from the catalog because every page loads them. */
export const STATUS = {
  401: 'Authentication required. Please log in again.',
  403: 'You do not have permission to perform this action.',
  404: 'The requested resource was not found.',
  429: 'Too many requests. Please try again later.',
  500: 'Server error. Please try again later.',
  network: 'Network error. Please check your connection.',
  /** Messages for a command and for a query whose successful response cannot be read. */
  operation: 'An error occurred during the operation',
  fetching: 'An error occurred while fetching data',
  other: 'An unexpected error occurred. Please try again.',
} as const;
