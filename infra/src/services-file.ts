import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { z } from 'zod';

const services = z.object({
  databaseUrl: z.string(),
  eventStoreUrl: z.string(),
  /** Database of the embedded event store; missing for a cluster. */
  eventStoreDatabaseUrl: z.string().optional(),
  apiUrl: z.string(),
  /** Address at which browsers sign in. */
  publicUrl: z.string(),
});

/** URLs of the running instance's services. `DATA_DIR/services.json` holds them while the instance runs. */
export type Services = z.infer<typeof services>;

const fileIn = (dataDir: string) => path.join(dataDir, 'services.json');

export async function writeServices(dataDir: string, urls: Services): Promise<void> {
  await writePrivateFile(fileIn(dataDir), `${JSON.stringify(urls, undefined, 2)}\n`);
}

export async function removeServices(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

/** Throws if no instance runs on this directory. */
export async function readServices(dataDir: string): Promise<Services> {
  const text = await readFileIfExists(fileIn(dataDir));
  if (text === undefined) {
    throw new Error(
      `No running instance on ${dataDir}: start it with npm start, or set DATA_DIR to its directory`,
    );
  }
  return services.parse(JSON.parse(String(text)));
}
