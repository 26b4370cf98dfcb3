import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const POM = fileURLToPath(new URL('../../kafka/pom.xml', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
const COPY_DEPENDENCIES = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/**
 * Returns the folder with the broker's jars; Maven downloads them the first time. Rejects with Maven's
 * output.
 */
export async function kafkaJars(): Promise<string> {
  const pom = await readFile(POM);
  const dir = path.join(CACHE, `kafka-${createHash('sha256').update(pom).digest('hex').slice(0, 12)}`);
  if (existsSync(dir)) return dir;
  await mkdir(CACHE, { recursive: true });
  const partial = await mkdtemp(`${dir}-`);
  const args = [
    '-q',
    '-B',
    '-f',
    POM,
    COPY_DEPENDENCIES,
    `-DoutputDirectory=${partial}`,
    '-DincludeScope=runtime',
  ];
  await promisify(execFile)('mvn', args).catch((error: { stdout?: string; message: string }) => {
    throw new Error(`Could not download Kafka: ${error.stdout?.trim() || error.message}`);
  });
  // Another process may have finished first.
  await rename(partial, dir).catch(async (error) => {
    if (!existsSync(dir)) throw error;
    await rm(partial, { recursive: true });
  });
  return dir;
}
