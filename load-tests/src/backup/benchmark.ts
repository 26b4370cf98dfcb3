import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchClient, conversations } from '../analytics/conversations.ts';
import { copyConversations } from '../analytics/fill-log.ts';
import type { BenchmarkResult, Figure } from '../figures.ts';
import { addClient, makeDataDir, type RunningProduct, signIn, startProduct } from '../product.ts';
import { startFlow } from './flow.ts';
import { copyLaterEvents, readModels, waitUntilCaughtUp, withProjections } from './read-models.ts';

const EVENTS = Number(process.env.BACKUP_EVENTS ?? 1_000_000);
const SEED = Number(process.env.SEED ?? 20_260_301);
/** Events per message in the generated conversations. */
const EVENTS_PER_MESSAGE = 1.08;
const CLIENTS = 20;
const LANDLINE = fileURLToPath(new URL('../../../infra/src/cli/landline.ts', import.meta.url));
const env = { DEMO_DATA: 'off' };

/**
 * Backs up a log of a million events while commands run, verifies it, restores it elsewhere, rebuilds its
 * read models there, and compares the contents of each table with those of the original installation.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`SEED=${SEED} BACKUP_EVENTS=${EVENTS}`);
  const [source, target] = [await makeDataDir(), await makeDataDir()];
  const file = `${source}.backup`;
  let product: RunningProduct | undefined;
  try {
    product = await startProduct(env, source);
    const access = { url: product.url, token: await signIn(product) };
    const clients: BenchClient[] = [];
    for (let n = 0; n < CLIENTS; n++) {
      const body = { name: `Bench ${n}`, primary_domain: `bench-${n}.example` };
      clients.push({ id: await addClient(access, body), timeZone: 'UTC' });
    }
    await product.pause();
    const messages = Math.round(EVENTS / EVENTS_PER_MESSAGE);
    const fill = () => copyConversations(source, conversations(clients, messages, SEED, Date.now()));
    const { result: last } = await timed(progress, `${messages} messages written`, fill);
    product = await startProduct(env, source);
    const { databaseUrl } = product;
    await timed(progress, 'projections caught up', () => waitUntilCaughtUp(databaseUrl, last));

    const flow = await startFlow(product);
    const create = await timed(progress, 'backup created', () =>
      landline(source, 'backup', 'create', file),
    ).finally(flow.stop);
    const { acknowledged, rejected } = await flow.stop();
    progress(`${acknowledged} commands acknowledged during the backup`);
    const megabytes = (await stat(file)).size / 2 ** 20;
    const verify = await timed(progress, 'backup verified', () => landline(source, 'backup', 'verify', file));
    await product.pause();
    const restoreBackup = () => landline(target, 'backup', 'restore', file, '--no-erasures');
    const restore = await timed(progress, 'backup restored', restoreBackup);

    const laterEvents = await copyLaterEvents(source, target);
    progress(`${laterEvents} events written after the backup`);
    const { result: rebuilt } = await timed(progress, 'read models rebuilt from the backup', () =>
      withProjections(target, readModels),
    );
    const original = await withProjections(source, readModels);
    const names = [...new Set([...original.keys(), ...rebuilt.keys()])];
    const differing = names.filter((name) => original.get(name) !== rebuilt.get(name));
    progress(`${names.length} tables compared; differing: ${differing.join(', ') || 'none'}`);
    const rate = (id: string, seconds: number) => figure(id, EVENTS / seconds, 'events/s');
    return {
      name: 'backup',
      figures: [
        figure('tables_differing', differing.length, 'tables', 0),
        figure('commands_refused', rejected, 'commands', 0),
        figure('backup_mb', megabytes, 'MB'),
        rate('create_per_s', create.seconds),
        rate('verify_per_s', verify.seconds),
        rate('restore_per_s', restore.seconds),
      ],
    };
  } finally {
    await product?.pause();
    for (const leftover of [source, target, file]) await rm(leftover, { recursive: true, force: true });
  }
}

const figure = (id: string, value: number, unit: string, goal?: number): Figure => ({
  id,
  value,
  unit,
  spread: [value, value],
  ...(goal !== undefined && { goal, met: value <= goal }),
});

/** Runs `work`; returns its result and how many seconds it took. */
async function timed<T>(progress: (line: string) => void, description: string, work: () => Promise<T>) {
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  progress(`${description} in ${seconds.toFixed(1)} s`);
  return { result, seconds };
}

const landline = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [LANDLINE, ...args], { env: { ...process.env, DATA_DIR: dataDir } });
