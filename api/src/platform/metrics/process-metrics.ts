import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Metrics of this process since its start. */
export const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

const UP_TO_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

export const httpSeconds = new Histogram({
  name: 'landline_http_request_seconds',
  help: 'Time until a response is ready, by route path',
  labelNames: ['method', 'route', 'status'],
  buckets: UP_TO_SECONDS,
  registers: [processMetrics],
});

export const appendSeconds = new Histogram({
  name: 'landline_append_seconds',
  help: 'Duration of appends to the event store, retries included',
  buckets: UP_TO_SECONDS,
  registers: [processMetrics],
});

/** `decided_again`: a fresh read resolved the conflict; `refused`: the command ran out of retries. */
export const commandConflicts = new Counter({
  name: 'landline_command_conflicts_total',
  help: 'Appends that found their stream at an unexpected revision',
  labelNames: ['outcome'],
  registers: [processMetrics],
});
