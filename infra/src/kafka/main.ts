import path from 'node:path';
import {
  configurationOrExit,
  PORT,
  parseEnvironment,
  VARIABLES,
} from '@landline/runtime/process/environment';
import { z } from 'zod';
import { startKafka } from './broker.ts';

/** Starts a Kafka broker for tests and for trying the distributed setup: `npm run kafka`. */
const environment = z.object({
  DATA_DIR: VARIABLES.DATA_DIR,
  KAFKA_PORT: PORT.min(1).default(9092),
});
const { DATA_DIR, KAFKA_PORT } = configurationOrExit(() => parseEnvironment(environment));
const broker = await startKafka({ dataDir: path.resolve(DATA_DIR, 'kafka'), port: KAFKA_PORT });
process.stdout.write(`ready KAFKA_BROKERS=${broker.brokers}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void broker.stop());
await broker.exited;
