import { runProcess } from './run-process.ts';
import { startWorker } from './worker-process.ts';

await runProcess('worker', startWorker);
