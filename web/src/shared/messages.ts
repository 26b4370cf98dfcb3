/** Outcome messages: the error catalog (spec 000 §8). The schemas of the API hold the texts of validation. */

import { STATUS } from './status-texts.ts';

export const LOGIN = {
  notReady: 'Please wait a moment for the page to load.',
  /** Not in the specification: the session code could not be loaded. */
  incomplete: 'The sign-in page could not be loaded completely. Reload the page.',
  required: 'Please enter both email and password',
  refused: { staff: 'Invalid credentials. Please try again.', client: 'Invalid email or password' },
  tooMany: 'Too many login attempts. Please wait a moment before trying again.',
  other: 'An error occurred during login. Please try again.',
  inProgress: 'Authentication in progress',
  failed: 'Authentication error during authentication process',
} as const;

/** Login page messages about how the last session ended. */
export const SESSION = {
  inactive: 'Your session has timed out due to inactivity (2 hour limit).',
  expired: 'Your session has expired. Please log in again.',
  loggedOut: 'You have been successfully logged out.',
  /** Not in the specification: the sign-out call failed. */
  loggedOutHere:
    'You are signed out on this device, but the server could not be reached. Your session on the server will expire on its own.',
} as const;

export const FORGOT_PASSWORD = {
  required: 'Please enter your email address',
  invalid: 'Please enter a valid email address',
  sent: 'Password reset instructions have been sent to your email',
  failed: {
    staff: 'Error sending reset code. Please try again.',
    client: 'Failed to send reset email. Please try again.',
  },
  network: 'Network error. Please check your connection and try again.',
} as const;

export const SETUP = {
  failed: { reset: 'Failed to reset password', setup: 'Failed to complete setup' },
  network: 'Network error. Please try again.',
  noToken: 'Invalid setup link. Please check your email for the correct link.',
  invalid: 'Invalid or expired setup link',
  invalidDefault: 'The link you followed is invalid or has expired.',
  unreachable: 'Error validating setup link. Please try again.',
  done: {
    reset: 'Password reset successful! You can now log in with your new password.',
    setup: 'Account setup completed! Please log in with your credentials.',
  },
} as const;

export const ACCOUNT = {
  passwordFailed: 'Failed to change password',
  passwordChanged: 'Password changed successfully. Please log in again.',
  emailFailed: 'Failed to update email',
  emailChanged: 'Email updated successfully!',
  nameFailed: 'Failed to update name',
  nameChanged: 'Name updated successfully!',
} as const;

export const DASHBOARD = {
  failed: 'Failed to fetch dashboard data',
  unreachable: 'Failed to connect to server',
} as const;

/** Spec 002 §8. */
export const CLIENTS = { failed: 'An error occurred while loading clients' } as const;

export const CONTENT_REQUEST = {
  pendingLoadFailed: 'Failed to load pending content requests',
  failed: 'Failed to submit request. Please try again.',
  network: 'Network error. Please check your connection and try again.',
} as const;

export const DOMAINS = {
  loadFailed: 'Failed to load authorized domains',
  loadUnreachable: 'Error loading domains. Please try again.',
  saveFailed: 'Failed to save domains',
  saved: 'Authorized domains saved successfully',
  duplicate: 'This domain is already in the list',
} as const;

export const WIDGET = {
  settingsSaved: 'Settings saved successfully',
  settingsFailed: 'Failed to save settings. Please check console for details.',
  versionCreated: (id: string) => `Widget version ${id} created successfully`,
  versionFailed: 'Failed to create widget version',
  defaultSet: 'Default widget version updated successfully',
  defaultFailed: 'Failed to update default version',
  templatesLoadFailed: 'Failed to load widget templates',
  templatesFailed: 'Failed to save template files',
  templatesSaved: 'Visual templates saved successfully',
  embedCopied: 'Embed code copied to clipboard',
  exampleCopied: 'Example URL copied to clipboard',
} as const;

/** Spec 002 §2, §4, §8. */
export const PROMPTS = {
  saved: 'Prompt saved successfully!',
  /** Not in the specification. */
  saveFailed: 'Failed to save prompt',
  deleteFailed: 'Failed to delete prompt',
  confirmDelete: 'Are you sure you want to delete this prompt?',
} as const;

export const SECURITY = { saved: 'Security settings saved successfully' } as const;

export const ANALYTICS = {
  resetFailed: 'Failed to reset analytics data',
  resetDone: 'Analytics data reset successfully',
  shareFailed: 'Failed to generate shareable analytics',
  /** Not in the specification. */
  revokeFailed: 'The links were not revoked and still work. Try again.',
} as const;

export const NEWSLETTER = {
  done: "Welcome to early access! We'll be in touch soon.",
  failed: 'Something went wrong. Please try again.',
} as const;

export const IMPERSONATION = {
  clientNotFound: 'Client not found',
  clientFailed: 'Failed to fetch client data',
  startFailed: 'Failed to start impersonation. Please try again.',
  startError: 'Error starting impersonation. Please try again.',
} as const;

export const ADMINS = {
  updated: 'Administrator updated successfully',
  updateFailed: 'Failed to update administrator',
  resetSent: 'Password reset email sent successfully',
  resetFailed: 'Failed to send password reset email',
  notFound: 'Administrator not found',
  inviteFailed: 'Failed to send invitation',
  invited: (email: string) => `Invitation sent successfully to ${email}!`,
} as const;

export const PRODUCTS = { failed: 'Failed to update product access' } as const;

export const MUTATION = {
  done: 'Operation completed successfully',
  failed: STATUS.operation,
} as const;

/** Spec 002 §1, §8; success texts missing there are ours. */
export const SYSTEM_VERSIONS = {
  notAllowed: 'You need SuperAdmin permissions to access this page. Redirecting to dashboard...',
  created: (name: string) => `Successfully created version: ${name}`,
  createFailed: 'Failed to create version',
  snapshotFailed: 'Failed to create snapshot',
  rolledBack: (name: string) => `Successfully rolled back to version: ${name}`,
  rollbackFailed: 'Failed to rollback',
  abandoned: (name: string) => `Abandoned the rollback to version: ${name}`,
  deleted: (name: string) => `Successfully deleted version: ${name}`,
  deleteFailed: 'Failed to delete version',
  cleanedUp: 'Backup cleanup completed successfully',
  cleanupFailed: 'Failed to run cleanup',
} as const;

export const EMPTY = {
  data: 'No data available',
  versions: 'No versions have been created yet.',
  systemVersions: 'No system versions found. Create your first backup using the Quick Actions above.',
} as const;

export const NOTIFICATIONS_MISUSED = 'useNotifications must be used within NotificationProvider';

/** Not in the specification: shown instead of a quality score if no answer was rated. */
export const QUALITY = { notRated: 'Not rated yet' } as const;

/** Not in the specification: questions that test a client's assistant. */
export const GOLDEN_QUESTION = {
  added: 'Golden question added',
  picked: (page: string) => `Added to the golden questions. The answer must cite ${page}.`,
  saved: 'Golden question saved',
  removed: 'Golden question removed',
  saveFailed: 'Failed to save the golden question',
  removeFailed: 'Failed to remove the golden question',
  runFailed: 'Failed to ask the golden questions',
} as const;

/** Not in the specification: answers that a business approves for its assistant. */
export const APPROVED_ANSWER = {
  saved: 'Answer approved. The assistant uses it from the next question on.',
  confirmed: 'Answer confirmed',
  deleted: 'Approved answer deleted',
  saveFailed: 'Failed to save the answer',
  confirmFailed: 'Failed to confirm the answer',
  deleteFailed: 'Failed to delete the answer',
} as const;
