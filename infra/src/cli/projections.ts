import type { ParkedResponse, ProjectionsResponse } from '@landline/api/operations/system-health/contract';
import type { Command } from 'commander';
import { type Api, openApi } from './connection.ts';
import { print, printJson, printTable, progressBar } from './output.ts';

interface Options {
  json?: boolean;
}

const POLL_MS = 100;

export function addProjectionCommands(program: Command): void {
  const projections = program.command('projections').description('inspect and rebuild read models');
  projections
    .command('status')
    .description('show the progress of each projector; exits 1 if tables are missing')
    .option('--json', 'print JSON')
    .action(async ({ json }: Options) => {
      const { projectors, missing } = await readStatus(await openApi());
      if (json) printJson(projectors);
      else
        printTable(
          projectors.map(({ name, live, building, parked }) => ({
            projector: name,
            version: live?.version ?? building?.version,
            generation: live?.generation,
            position: live && BigInt(live.position),
            behind: live && BigInt(live.head) - BigInt(live.position),
            rebuilding: building ? `${building.position} of ${building.head}` : '',
            parked,
          })),
        );
      const lacking = missing.map(
        ({ projector, table }) => `${projector} is missing its table read.${table}; rebuild it`,
      );
      if (lacking.length > 0) throw new Error(lacking.join('\n'));
    });
  projections
    .command('rebuild')
    .description('rebuild a read model from the event log, then switch readers to it')
    .argument('<projector>')
    .option('--json', 'print the final status as JSON')
    .action(async (name: string, { json = false }: Options) => {
      const api = await openApi();
      const before = (await projectorNamed(api, name)).live?.generation ?? 0;
      await command(api, name, 'rebuild');
      const bar = progressBar(`Rebuilding ${name}`, 'positions', json);
      const { status, missing } = await until(async () => {
        const { projectors, missing } = await readStatus(api);
        const status = projectors.find((one) => one.name === name);
        if (status?.building) bar.update(Number(status.building.position), Number(status.building.head));
        return (status?.live?.generation ?? 0) > before ? { status, missing } : undefined;
      });
      bar.stop();
      const lacking = missing.find(({ projector }) => projector === name);
      if (lacking) throw new Error(`Rebuilt ${name}, but its table read.${lacking.table} is still missing`);
      if (json) printJson(status);
      else print(`${name}: generation ${status?.live?.generation} is live`);
    });
  projections
    .command('parked')
    .description('list parked events: those that could not be applied, and later ones of their streams')
    .option('--json', 'print JSON')
    .action(async ({ json }: Options) => {
      const { events } = await (await openApi()).call<ParkedResponse>('GET', `${PATH}/parked`);
      if (json) printJson(events);
      else if (events.length === 0) print('No events are parked');
      else
        printTable(
          events.map(({ projector, position, stream, type, attempts, error }) => ({
            projector,
            position: BigInt(position),
            stream,
            type,
            attempts,
            error,
          })),
        );
    });
  projections
    .command('replay-parked')
    .description('retry parked events in order; the request is recorded in the event log')
    .argument('[projector]', 'projector to retry (default: all)')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, { json = false }: Options) => {
      const api = await openApi();
      const chosen =
        name === undefined
          ? (await readStatus(api)).projectors.filter(({ parked }) => parked > 0)
          : [await projectorNamed(api, name)];
      for (const one of chosen) await command(api, one.name, 'replay');
      await reportStillParked(api, name, json);
    });
  projections
    .command('skip-parked')
    .description('leave a parked event out of a read model; the reason is recorded in the event log')
    .argument('<projector>')
    .argument('<position>', 'commit position of the event, as `projections parked` lists it')
    .requiredOption('--reason <text>', 'reason why the read model can omit it')
    .option('--json', 'print JSON')
    .action(
      async (name: string, position: string, { reason, json = false }: Options & { reason: string }) => {
        const api = await openApi();
        await projectorNamed(api, name);
        await command(api, name, 'skip', { position, reason });
        await reportStillParked(api, name, json);
      },
    );
}

const PATH = '/api/admin/projections';

const readStatus = (api: Api) => api.call<ProjectionsResponse>('GET', PATH);

const command = (api: Api, name: string, action: string, body?: object) =>
  api.call('POST', `${PATH}/${encodeURIComponent(name)}/${action}`, body);

/** Returns a projector's status. Throws an error that lists all projectors if the name is unknown. */
async function projectorNamed(api: Api, name: string): Promise<ProjectionsResponse['projectors'][number]> {
  const { projectors } = await readStatus(api);
  const found = projectors.find((one) => one.name === name);
  if (found) return found;
  const names = projectors.map((one) => one.name).join(', ');
  throw new Error(`There is no projector ${name}; the projectors are ${names}`);
}

/** Waits until all retries have finished and prints how many events are still parked. */
async function reportStillParked(api: Api, name: string | undefined, json: boolean): Promise<void> {
  const status = await until(async () => {
    const { projectors } = await readStatus(api);
    const all = projectors.filter((one) => name === undefined || one.name === name);
    return all.every(({ requests }) => !requests.includes('replay')) ? all : undefined;
  });
  const left = status.reduce((sum, { parked }) => sum + parked, 0);
  if (json) printJson({ parked: left });
  else print(left === 0 ? 'No events are parked' : `${left} events are still parked`);
}

async function until<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
