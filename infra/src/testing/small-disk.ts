import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE = '3g';
const SPARE_BYTES = 256 * 1024;
const ATTEMPTS = 20;

/** In-memory file system that tests can fill and free instantly. */
export interface SmallDisk {
  /** Shrinks the file system to its contents and a little spare space. */
  fill(): Promise<void>;
  /** Restores the original size. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a small disk on an empty directory. Returns undefined if this account may not mount. */
export async function mountSmallDisk(dir: string): Promise<SmallDisk | undefined> {
  const resize = (size: string) => run('mount', ['-o', `remount,size=${size}`, dir]);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'landline-test', dir]);
  } catch {
    return undefined; // no such program, or no right to mount
  }
  return {
    async fill() {
      for (let attempt = 1; ; attempt++) {
        const { blocks, bfree, bsize } = await statfs(dir);
        try {
          await resize(String((blocks - bfree) * bsize + SPARE_BYTES));
          return;
        } catch (error) {
          // Retried because the contents may have outgrown the new size in the meantime.
          if (attempt === ATTEMPTS) throw error;
        }
      }
    },
    async free() {
      await resize(SIZE);
    },
    async unmount() {
      await run('umount', ['--lazy', dir]);
    },
  };
}
