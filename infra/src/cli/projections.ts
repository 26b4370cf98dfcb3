import { projectionStatus, replayParked, requestRebuild } from '@landline/projections';
import type { Command } from 'commander';
import pg from 'pg';
import { connect } from './connection.ts';
import { progressBar, say, sayJson, sayTable } from './output.ts';

interface Options {
  json?: boolean;
}

const POLL_MS = 100;

export function addProjectionCommands(program: Command): void {
  const projections = program.command('projections').description('read models');
  projections
    .command('status')
    .description('how far each projector is')
    .option('--json', 'print JSON')
    .action(({ json }: Options) =>
      withPool(async (pool) => {
        const status = await projectionStatus(pool);
        if (json) return sayJson(status);
        sayTable(
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
    .description('build a read model again from the log, beside the one that serves')
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
        if (json) sayJson(status);
        else say(`${name}: generation ${status.live?.generation} serves`);
      }),
    );
  projections
    .command('replay-parked')
    .description('try parked events again, in order')
    .argument('[projector]', 'all when not given')
    .option('--json', 'print JSON')
    .action((name: string | undefined, { json = false }: Options) =>
      withPool(async (pool) => {
        await replayParked(pool, name);
        const status = await until(async () => {
          const all = (await projectionStatus(pool)).filter((one) => name === undefined || one.name === name);
          return all.every(({ requests }) => !requests.includes('replay')) ? all : undefined;
        });
        const left = status.reduce((sum, { parked }) => sum + parked, 0);
        if (json) sayJson({ parked: left });
        else say(left === 0 ? 'Nothing is parked' : `${left} events are still parked`);
      }),
    );
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
