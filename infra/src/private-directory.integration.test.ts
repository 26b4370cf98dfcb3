import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cliFor } from './testing/cli.ts';
import { startProduct } from './testing/product.ts';

describe.skipIf(process.getuid?.() !== 0)(
  'a directory that only root may enter (skipped for other users)',
  () => {
    const directories: string[] = [];
    afterAll(async () => {
      for (const each of directories) await rm(each, { recursive: true, force: true });
    });

    /** Returns the directory of an installation's cluster. */
    async function clusterOf(dataDir: string): Promise<string> {
      const cluster = await readlink(path.join(dataDir, 'postgres', 'cluster'));
      directories.push(path.dirname(cluster));
      return cluster;
    }

    test('holds an installation that starts, is backed up and is restored', {
      timeout: 300_000,
    }, async () => {
      const closed = await mkdtemp(path.join(tmpdir(), 'landline-private-')); // 0700
      directories.push(closed);
      const [dataDir, copy] = [path.join(closed, 'data'), path.join(closed, 'copy')];
      await mkdir(dataDir);
      const product = await startProduct({ dataDir, env: { DEMO_DATA: 'off' } });
      try {
        expect(await readdir(await clusterOf(dataDir))).toContain('PG_VERSION');
        const { outputOf } = cliFor(() => ({ dataDir, cwd: closed }));
        expect(await outputOf('backup', 'create', 'all.backup')).toContain('all.backup contains');
        const restore = cliFor(() => ({ dataDir: copy, cwd: closed })).landline;
        const restored = await restore('backup', 'restore', 'all.backup', '--no-erasures');
        const cluster = await clusterOf(copy);
        expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining(`${copy} now contains`) });
        expect(restored.stderr).toContain(`keeps its data in ${cluster}`);
      } finally {
        await product.dispose();
      }
    });
  },
);
