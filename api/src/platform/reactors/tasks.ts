import type { JobHelpers } from 'graphile-worker';
import type { PlatformPorts } from '../ports.ts';

/** Must be idempotent: a job can run more than once. The queue retries a job that throws. */
export type Task = (payload: unknown, helpers: JobHelpers) => Promise<void>;

/** Tasks of a capability by name. */
export type Tasks<Ports extends PlatformPorts = PlatformPorts> = (ports: Ports) => Record<string, Task>;
