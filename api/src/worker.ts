import { runProcess } from '@landline/runtime/process/run-process';
import { readConfig } from './platform/config.ts';
import { startWorker } from './worker-process.ts';

await runProcess('worker', readConfig, startWorker);
