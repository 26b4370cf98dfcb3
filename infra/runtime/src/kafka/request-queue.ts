/** The members used by `patchRequestQueue`. */
interface RequestQueue {
  readonly throttledUntil: number;
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Works around kafkajs 2.2.4 setting timers in the past whenever its request queue is empty, for which Node
 * prints `TimeoutNegativeWarning`. Such timers have no effect and are skipped. Takes the class of
 * `kafkajs/src/network/requestQueue`.
 */
export function patchRequestQueue({ prototype }: { readonly prototype: RequestQueue }): void {
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}
