import { ModelError } from '../model/model-server.ts';

/** Statuses that texts can cause: malformed, too large, unprocessable. Other statuses concern the server or its configuration. */
const REJECTIONS: readonly number[] = [400, 413, 422];

/** Returns true for an error status that the texts of the request caused. */
const isRejection = (error: unknown): error is ModelError =>
  error instanceof ModelError && REJECTIONS.includes(error.status);

/**
 * Sends items in one request. Splits a rejected request in halves until single items remain, and passes each rejected item to
 * `onRejected`. Throws any other error of `send`.
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
