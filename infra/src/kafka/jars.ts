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
 * Returns the folder with the broker's jars. Downloads them with Maven on first use. Throws an error with Maven's output
 * if that fails.
 */
export async function kafkaJars(cache = CACHE): Promise<string> {
  const pom = await readFile(POM);
  const dir = path.join(cache, `kafka-${createHash('sha256').update(pom).digest('hex').slice(0, 12)}`);
  if (existsSync(dir)) return dir;
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(`${dir}-`);
  try {
    await download(partial);
    await rename(partial, dir).catch((error) => {
      if (!existsSync(dir)) throw error; // otherwise another process has just finished the same download
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return dir;
}

async function download(directory: string): Promise<void> {
  const args = [
    '-q',
    '-B',
    '-f',
    POM,
    COPY_DEPENDENCIES,
    `-DoutputDirectory=${directory}`,
    '-DincludeScope=runtime',
  ];
  try {
    await promisify(execFile)('mvn', args);
  } catch (error) {
    const { code, stdout, message } = error as { code?: unknown; stdout?: string; message: string };
    const reason = code === 'ENOENT' ? 'Maven (mvn) is not installed.' : stdout?.trim() || message;
    throw new Error(`Could not download Kafka: ${reason}`, { cause: error });
  }
}
