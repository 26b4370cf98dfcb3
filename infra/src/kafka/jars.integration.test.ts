import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kafkaJars } from './jars.ts';

let directory: string;
let cache: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-jars-'));
  cache = path.join(directory, 'cache');
  vi.stubEnv('PATH', directory);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true, force: true });
});

test("reports Maven's output and removes a failed download", async () => {
  await writeFile(path.join(directory, 'mvn'), '#!/bin/sh\necho The repository is unreachable\nexit 1\n', {
    mode: 0o755,
  });
  await expect(kafkaJars(cache)).rejects.toThrow('Could not download Kafka: The repository is unreachable');
  expect(await readdir(cache)).toEqual([]);
});

test('says so when Maven is not installed', async () => {
  await expect(kafkaJars(cache)).rejects.toThrow('Could not download Kafka: Maven (mvn) is not installed.');
  expect(await readdir(cache)).toEqual([]);
});
