import { startApi } from './api.ts';
import { runProcess } from './run-process.ts';

await runProcess('api', startApi);
