import type { JobHelpers } from 'graphile-worker';
import type { Deps } from '../deps.ts';

/** A task may run more than once for a job: what it does must bear repetition. Throwing retries it later. */
export type Task = (payload: unknown, helpers: JobHelpers) => Promise<void>;

/** What a capability gives the worker: its tasks by name. */
export type Tasks = (deps: Deps) => Record<string, Task>;
