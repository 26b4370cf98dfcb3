import { ModelError } from '../model/model-server.ts';

/** Statuses of client errors that do not depend on the texts: credentials, payment, a wrong address, a timeout, a rate limit. */
const GENERAL_ERRORS: readonly number[] = [401, 402, 403, 404, 405, 408, 429];

/** Returns true for an error status that the texts of the request caused. */
const isRejection = (error: unknown): error is ModelError =>
  error instanceof ModelError &&
  error.status >= 400 &&
  error.status < 500 &&
  !GENERAL_ERRORS.includes(error.status);

/**
 * Sends items in one request. Halves a rejected request until only the rejected items are left, which `onRejected` gets. Throws
 * any other error of `send`.
 */
export async function sendWithoutRejected<Item>(
  items: readonly Item[],
  send: (items: readonly Item[]) => Promise<void>,
  onRejected: (item: Item, error: ModelError) => void,
): Promise<void> {
  try {
    await send(items);
  } catch (error) {
    const [first, ...others] = items;
    if (!isRejection(error) || first === undefined) throw error;
    if (others.length === 0) return onRejected(first, error);
    const middle = Math.ceil(items.length / 2);
    await sendWithoutRejected(items.slice(0, middle), send, onRejected);
    await sendWithoutRejected(items.slice(middle), send, onRejected);
  }
}
