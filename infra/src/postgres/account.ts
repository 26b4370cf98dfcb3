import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account that PostgreSQL runs under; without ids, our own. */
export interface Account {
  readonly name: string;
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
}

const CANDIDATES = ['postgres', 'nobody'] as const;

/**
 * PostgreSQL refuses to run as root. Root therefore starts it under the account that already owns `clusterDir`, or
 * an unprivileged one that every system has; everybody else starts it as themselves.
 */
export async function serverAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { name: 'this user', ids: undefined };
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `uid ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } };
  }
  for (const name of CANDIDATES) {
    const ids = await lookUp(name);
    if (ids !== undefined) return { name, ids };
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no account named ${CANDIDATES.join(' or ')} to run it under`,
  );
}

async function lookUp(name: string): Promise<Account['ids']> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // `id` fails when there is no such account
  }
}

/** Throws an error that names the first directory on the way into `directory` which `account` may not enter. */
export async function assertEnterable(directory: string, account: Account): Promise<void> {
  if (account.ids === undefined) return;
  let current = path.parse(directory).root;
  for (const part of directory.split(path.sep)) {
    current = path.join(current, part);
    const { mode, uid, gid } = await stat(current);
    const bit = uid === account.ids.uid ? 0o100 : gid === account.ids.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) {
      throw new Error(
        `PostgreSQL runs as ${account.name} here (it refuses root), who may not enter ${current}. ` +
          `Choose another place than ${directory}, start as an ordinary user, or allow it with: chmod o+x ${current}`,
      );
    }
  }
}
