import { PORT, parseEnvironment, VARIABLES } from '@landline/runtime/process/environment';
import { runProcess } from '@landline/runtime/process/run-process';
import { z } from 'zod';
import { startEventStore } from './server.ts';

const environment = z.object({
  EVENTSTORE_DATABASE_URL: VARIABLES.DATABASE_URL,
  EVENTSTORE_HOST: z.string().default('127.0.0.1'),
  EVENTSTORE_PORT: PORT.default(0),
  LOG_LEVEL: VARIABLES.LOG_LEVEL,
});

await runProcess(
  'event-store',
  () => parseEnvironment(environment),
  async ({ EVENTSTORE_DATABASE_URL, EVENTSTORE_HOST, EVENTSTORE_PORT }, log) => {
    const { url, port, close } = await startEventStore({
      databaseUrl: EVENTSTORE_DATABASE_URL,
      host: EVENTSTORE_HOST,
      port: EVENTSTORE_PORT,
      log,
    });
    return { ready: { url, port }, stop: close };
  },
);
