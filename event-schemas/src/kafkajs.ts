/** As far as `mendRequestQueue` knows it. */
interface RequestQueue {
  readonly throttledUntil: number;
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * kafkajs 2.2.4 sets a timer for a time that has passed whenever its request queue has nothing to wait for, and Node
 * warns of each first one (`TimeoutNegativeWarning`). Such a timer would find nothing to do: it is not set. Takes the
 * class of `kafkajs/src/network/requestQueue`.
 */
export function mendRequestQueue({ prototype }: { readonly prototype: RequestQueue }): void {
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}
