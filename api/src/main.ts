import { runProcess } from '@landline/runtime/process/run-process';
import { startApi } from './api.ts';
import { readConfig } from './platform/config.ts';

await runProcess('api', readConfig, startApi);
