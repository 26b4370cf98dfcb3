import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchClient, conversations } from '../analytics/conversations.ts';
import { fillWith } from '../analytics/fill.ts';
import type { BenchmarkResult, Figure } from '../figures.ts';
import { makeDataDir, type RunningProduct, startProduct } from '../product.ts';
import { addClient, startFlow } from './flow.ts';
import { caughtUp, copyTheRest, onProjections, readModels } from './read-models.ts';

const EVENTS = Number(process.env.BACKUP_EVENTS ?? 1_000_000);
const SEED = Number(process.env.SEED ?? 20_260_301);
/** As the conversations of this benchmark have them. */
const EVENTS_A_MESSAGE = 1.08;
const CLIENTS = 20;
const LANDLINE = fileURLToPath(new URL('../../../infra/src/cli/landline.ts', import.meta.url));
const env = { DEMO_DATA: 'off' };

/**
 * A backup of a log of a million events, made while commands flow, verified, restored elsewhere, and its read models
 * built there: with the rest of the log behind it they are, row for row, those that were kept here all the time.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`SEED=${SEED} BACKUP_EVENTS=${EVENTS}`);
  const [here, there] = [await makeDataDir(), await makeDataDir()];
  const file = `${here}.backup`;
  let product: RunningProduct | undefined;
  try {
    product = await startProduct(env, here);
    const clients: BenchClient[] = [];
    for (let n = 0; n < CLIENTS; n++)
      clients.push({ id: await addClient(product, `Bench ${n}`), timeZone: 'UTC' });
    await product.pause();
    const messages = Math.round(EVENTS / EVENTS_A_MESSAGE);
    const filled = () => fillWith(here, conversations(clients, messages, SEED, Date.now()));
    const { result: last } = await timed(progress, `${messages} messages written`, filled);
    product = await startProduct(env, here);
    const { databaseUrl } = product;
    await timed(progress, 'projected', () => caughtUp(databaseUrl, last));

    const flow = await startFlow(product);
    const create = await timed(progress, 'created', () => landline(here, 'backup', 'create', file));
    const { answered, refused } = await flow.stop();
    progress(`${answered} commands were answered meanwhile`);
    const megabytes = (await stat(file)).size / 2 ** 20;
    const verify = await timed(progress, 'verified', () => landline(here, 'backup', 'verify', file));
    await product.pause();
    const restored = () => landline(there, 'backup', 'restore', file, '--no-erasures');
    const restore = await timed(progress, 'restored', restored);

    const gone = await copyTheRest(here, there);
    progress(`${gone} events happened here behind the backup`);
    const { result: theirs } = await timed(progress, 'built there', () => onProjections(there, readModels));
    const mine = await onProjections(here, readModels);
    const names = [...new Set([...mine.keys(), ...theirs.keys()])];
    const differing = names.filter((name) => mine.get(name) !== theirs.get(name));
    progress(`${names.length} tables compared; differing: ${differing.join(', ') || 'none'}`);
    const rate = (id: string, seconds: number) => figure(id, EVENTS / seconds, 'events/s');
    return {
      name: 'backup',
      figures: [
        figure('tables_differing', differing.length, 'tables', 0),
        figure('commands_refused', refused, 'commands', 0),
        figure('backup_mb', megabytes, 'MB'),
        rate('create_per_s', create.seconds),
        rate('verify_per_s', verify.seconds),
        rate('restore_per_s', restore.seconds),
      ],
    };
  } finally {
    await product?.pause();
    for (const left of [here, there, file]) await rm(left, { recursive: true, force: true });
  }
}

const figure = (id: string, value: number, unit: string, goal?: number): Figure => ({
  id,
  value,
  unit,
  spread: [value, value],
  ...(goal !== undefined && { goal, met: value <= goal }),
});

/** What came of it, and how many seconds it took. */
async function timed<T>(progress: (line: string) => void, what: string, work: () => Promise<T>) {
  const begun = performance.now();
  const result = await work();
  const seconds = (performance.now() - begun) / 1_000;
  progress(`${what} in ${seconds.toFixed(1)} s`);
  return { result, seconds };
}

const landline = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [LANDLINE, ...args], { env: { ...process.env, DATA_DIR: dataDir } });
