import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE = '3g';
const SPARE_BYTES = 64 * 1024;

/** A file system in memory that becomes full and free again in an instant. */
export interface SmallDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts it on an empty directory. Resolves with undefined when this account may not mount. */
export async function mountSmallDisk(dir: string): Promise<SmallDisk | undefined> {
  const resize = (size: string) => run('mount', ['-o', `remount,size=${size}`, dir]);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'landline-test', dir]);
  } catch {
    return undefined; // no such program, or no right to mount
  }
  return {
    async fill() {
      const { blocks, bfree, bsize } = await statfs(dir);
      await resize(String((blocks - bfree) * bsize + SPARE_BYTES));
    },
    async free() {
      await resize(SIZE);
    },
    async unmount() {
      await run('umount', ['--lazy', dir]);
    },
  };
}
