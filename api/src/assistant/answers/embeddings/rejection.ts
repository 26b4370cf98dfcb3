import { ModelError } from '../model/model-server.ts';

/** Statuses of client errors that do not depend on the texts: credentials, payment, a wrong address, a timeout, a rate limit. */
const GENERAL_ERRORS: readonly number[] = [401, 402, 403, 404, 405, 408, 429];

/** Returns true for an error status that the texts of the request caused. */
export const isRejection = (error: unknown): error is ModelError =>
  error instanceof ModelError &&
  error.status >= 400 &&
  error.status < 500 &&
  !GENERAL_ERRORS.includes(error.status);
