import {
  missingTables,
  type ProjectorStatus,
  parkedEvents,
  projectionStatus,
  requestRebuild,
  UnknownProjectorError,
} from '@landline/projections';
import type { Command } from 'commander';
import pg from 'pg';
import { type Api, connect, openApi } from './connection.ts';
import { print, printJson, printTable, progressBar } from './output.ts';

interface Options {
  json?: boolean;
}

const POLL_MS = 100;

export function addProjectionCommands(program: Command): void {
  const projections = program.command('projections').description('inspect and rebuild read models');
  projections
    .command('status')
    .description('show the progress of each projector')
    .option('--json', 'print JSON')
    .action(({ json }: Options) =>
      withPool(async (pool) => {
        const status = await projectionStatus(pool);
        if (json) return printJson(status);
        printTable(
          status.map(({ name, live, building, parked }) => ({
            projector: name,
            version: live?.version ?? building?.version,
            generation: live?.generation,
            position: live?.position,
            behind: live ? live.head - live.position : null,
            rebuilding: building ? `${building.position} of ${building.head}` : '',
            parked,
          })),
        );
      }),
    );
  projections
    .command('rebuild')
    .description('rebuild a read model from the event log, then switch readers to it')
    .argument('<projector>')
    .option('--json', 'print the final status as JSON')
    .action((name: string, { json = false }: Options) =>
      withPool(async (pool) => {
        const before = await liveGeneration(pool, name);
        await requestRebuild(pool, name);
        const bar = progressBar(`Rebuilding ${name}`, 'positions', json);
        const status = await until(async () => {
          const one = await statusOf(pool, name);
          if (one?.building) bar.update(Number(one.building.position), Number(one.building.head));
          return (one?.live?.generation ?? 0) > before ? one : undefined;
        });
        bar.stop();
        const missing = (await missingTables(pool)).filter(({ projector }) => projector === name);
        if (missing.length > 0) throw new Error(`${name} still lacks read.${missing[0]?.table}`);
        if (json) printJson(status);
        else print(`${name}: generation ${status.live?.generation} is live`);
      }),
    );
  projections
    .command('parked')
    .description('list parked events: those that could not be applied, and later ones of their streams')
    .option('--json', 'print JSON')
    .action(({ json }: Options) =>
      withPool(async (pool) => {
        const parked = await parkedEvents(pool);
        if (json) return printJson(parked);
        if (parked.length === 0) print('No events are parked');
        printTable(
          parked.map(({ projector, position, stream, type, attempts, error }) => ({
            projector,
            position,
            stream,
            type,
            attempts,
            error,
          })),
        );
      }),
    );
  projections
    .command('replay-parked')
    .description('retry parked events in order; the request is recorded in the event log')
    .argument('[projector]', 'all projectors by default')
    .option('--json', 'print JSON')
    .action((name: string | undefined, { json = false }: Options) =>
      withPool(async (pool) => {
        const known = await projectionStatus(pool);
        const chosen = known.filter((one) => (name === undefined ? one.parked > 0 : one.name === name));
        if (name !== undefined && chosen.length === 0)
          throw new UnknownProjectorError(
            name,
            known.map((one) => one.name),
          );
        if (chosen.length > 0) {
          const api = await openApi();
          for (const one of chosen) await command(api, one, 'replay');
        }
        await reportLeft(pool, name, json);
      }),
    );
  projections
    .command('skip-parked')
    .description('leave a parked event out of a read model; the reason is recorded in the event log')
    .argument('<projector>')
    .argument('<position>', 'commit position of the event, as `projections parked` lists it')
    .requiredOption('--reason <text>', 'why the read model can do without it')
    .option('--json', 'print JSON')
    .action((name: string, position: string, { reason, json = false }: Options & { reason: string }) =>
      withPool(async (pool) => {
        await command(await openApi(), { name }, 'skip', { position, reason });
        await reportLeft(pool, name, json);
      }),
    );
}

const command = (api: Api, { name }: Pick<ProjectorStatus, 'name'>, action: string, body?: object) =>
  api.call('POST', `/api/admin/projections/${encodeURIComponent(name)}/${action}`, body);

/** Waits until the retries are over and prints how many events are still parked. */
async function reportLeft(pool: pg.Pool, name: string | undefined, json: boolean): Promise<void> {
  const status = await until(async () => {
    const all = (await projectionStatus(pool)).filter((one) => name === undefined || one.name === name);
    return all.every(({ requests }) => !requests.includes('replay')) ? all : undefined;
  });
  const left = status.reduce((sum, { parked }) => sum + parked, 0);
  if (json) printJson({ parked: left });
  else print(left === 0 ? 'No events are parked' : `${left} events are still parked`);
}

async function statusOf(pool: pg.Pool, name: string) {
  return (await projectionStatus(pool)).find((one) => one.name === name);
}

async function liveGeneration(pool: pg.Pool, name: string): Promise<number> {
  return (await statusOf(pool, name))?.live?.generation ?? 0;
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function withPool(work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: (await connect()).databaseUrl, max: 2 });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}
