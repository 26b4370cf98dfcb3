import path from 'node:path';
import { z } from 'zod';
import { startKafka } from './broker.ts';

/** A real broker for tests and for trying the distributed form: `npm run kafka`. */
const environment = z.object({
  DATA_DIR: z.string().min(1).default('.data'),
  KAFKA_PORT: z.coerce.number().int().min(1).max(65_535).default(9092),
});
const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  for (const { path: at, message } of parsed.error.issues)
    process.stderr.write(`${at.join('.')}: ${message}\n`);
  process.exit(1);
}
const broker = await startKafka({
  dataDir: path.resolve(parsed.data.DATA_DIR, 'kafka'),
  port: parsed.data.KAFKA_PORT,
});
process.stdout.write(`ready KAFKA_BROKERS=${broker.brokers}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void broker.stop());
await broker.exited;
