import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Account that PostgreSQL runs under; without ids, the current one. */
export interface Account {
  readonly name: string;
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
}

const CANDIDATES = ['postgres', 'nobody'] as const;

/**
 * PostgreSQL refuses to run as root, so root starts it under the owner of `clusterDir`, or under an
 * unprivileged account that every system has; other users start it as themselves.
 */
export async function serverAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { name: 'this user', ids: undefined };
  const owner = await stat(clusterDir).catch(() => undefined); // the cluster may not exist yet
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `uid ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } };
  }
  for (const name of CANDIDATES) {
    const ids = await lookUp(name);
    if (ids !== undefined) return { name, ids };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and no account named ${CANDIDATES.join(' or ')} exists; start as an ordinary user`,
  );
}

async function lookUp(name: string): Promise<Account['ids']> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // `id` fails when the account does not exist
  }
}

/** Returns the first directory on the path to `directory`, itself included, that `account` cannot enter. */
export async function closedDirectory(directory: string, account: Account): Promise<string | undefined> {
  if (account.ids === undefined) return undefined;
  let current = path.parse(directory).root;
  for (const part of directory.split(path.sep)) {
    current = path.join(current, part);
    const { mode, uid, gid } = await stat(current);
    const bit = uid === account.ids.uid ? 0o100 : gid === account.ids.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return current;
  }
  return undefined;
}

/** Throws an error that names the first directory above `directory` that `account` cannot enter. */
export async function assertDirectoryAccess(directory: string, account: Account): Promise<void> {
  const closed = await closedDirectory(directory, account);
  if (closed === undefined) return;
  throw new Error(
    `PostgreSQL runs as ${account.name} here because it refuses root, and that account cannot enter ${closed}. ` +
      `Choose another DATA_DIR than ${directory}, start as an ordinary user, or run: chmod o+x ${closed}`,
  );
}
