import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What this process counts of itself, for as long as it runs. */
export const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

const UP_TO_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

export const httpSeconds = new Histogram({
  name: 'landline_http_request_seconds',
  help: 'Time until an answer is ready, by the path of its route',
  labelNames: ['method', 'route', 'status'],
  buckets: UP_TO_SECONDS,
  registers: [ofProcess],
});

export const appendSeconds = new Histogram({
  name: 'landline_append_seconds',
  help: 'Time that the event store takes for an append, tries after failures included',
  buckets: UP_TO_SECONDS,
  registers: [ofProcess],
});

/** `decided_again`: a fresh read resolved it; `refused`: not within the tries that a command has. */
export const commandConflicts = new Counter({
  name: 'landline_command_conflicts_total',
  help: 'Appends that found their stream at another revision',
  labelNames: ['outcome'],
  registers: [ofProcess],
});
