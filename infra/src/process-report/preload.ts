import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { reportProcess } from './report.ts';

/** `worker` of `api/src/worker.ts`, `api` of `api/src/main.ts`, `relay` of `projections/src/relay/main.ts`. */
function nameOf(entry: string): string {
  const { name, dir } = path.parse(entry);
  if (name !== 'main') return name;
  return dir.split(path.sep).findLast((folder) => folder !== 'src') ?? name;
}

// Loaded before an entry point, with `node --import`: it needs nothing of it. A thread is a part of its process.
const [, entry] = process.argv;
const { DATABASE_URL } = process.env;
if (isMainThread && entry && DATABASE_URL) reportProcess(nameOf(entry), DATABASE_URL);
