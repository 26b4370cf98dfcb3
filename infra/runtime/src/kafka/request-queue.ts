/** Members that `patchRequestQueue` uses. */
interface RequestQueue {
  readonly throttledUntil: number;
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Works around a defect of kafkajs 2.2.4: whenever its request queue is empty, it sets a timer in the past, and Node
 * prints `TimeoutNegativeWarning`. The patch skips such timers, which have no effect. Takes the class of
 * `kafkajs/src/network/requestQueue`.
 */
export function patchRequestQueue({ prototype }: { readonly prototype: RequestQueue }): void {
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}
