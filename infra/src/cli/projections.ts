import type { ParkedResponse, ProjectionsResponse } from '@landline/api/operations/system-health/contract';
import type { Command } from 'commander';
import { type Api, openApi } from './connection.ts';
import { print, printJson, printTable, withProgressBar } from './output.ts';
import { pollUntil } from './poll-until.ts';

interface Options {
  json?: boolean;
}

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
      const problems = missing.map(
        ({ projector, table }) => `${projector} is missing its table read.${table}; rebuild it`,
      );
      if (problems.length > 0) throw new Error(problems.join('\n'));
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
      const { status, missing } = await withProgressBar(`Rebuilding ${name}`, 'positions', json, (update) =>
        pollUntil(async () => {
          const { projectors, missing } = await readStatus(api);
          const status = projectors.find((projector) => projector.name === name);
          if (status?.building) update(Number(status.building.position), Number(status.building.head));
          else update(0, 1, WAITING);
          return (status?.live?.generation ?? 0) > before ? { status, missing } : undefined;
        }),
      );
      const missingTable = missing.find(({ projector }) => projector === name)?.table;
      if (missingTable)
        throw new Error(`Rebuilt ${name}, but its table read.${missingTable} is still missing`);
      if (json) printJson(status);
      else print(`${name}: generation ${status?.live?.generation} is live`);
    });
  projections
    .command('parked')
    .description(
      'list the 100 oldest parked events: those that could not be applied, and later ones of their streams',
    )
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
      const selected =
        name === undefined
          ? (await readStatus(api)).projectors.filter(({ parked }) => parked > 0)
          : [await projectorNamed(api, name)];
      for (const projector of selected) await command(api, projector.name, 'replay');
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

/** Progress note until the process that runs the projector has taken the request. */
const WAITING = 'waiting for the projections process';

const PATH = '/api/admin/projections';

const readStatus = (api: Api) => api.call<ProjectionsResponse>('GET', PATH);

const command = (api: Api, name: string, action: string, body?: object) =>
  api.call('POST', `${PATH}/${encodeURIComponent(name)}/${action}`, body);

/** Returns a projector's status. Throws an error that lists all projectors if the name is unknown. */
async function projectorNamed(api: Api, name: string): Promise<ProjectionsResponse['projectors'][number]> {
  const { projectors } = await readStatus(api);
  const status = projectors.find((projector) => projector.name === name);
  if (status) return status;
  if (projectors.length === 0)
    throw new Error(`Cannot find projector ${name}: no projector has run on this database yet`);
  const names = projectors.map((projector) => projector.name).join(', ');
  throw new Error(`There is no projector ${name}; the projectors are ${names}`);
}

/** Waits until all retries have finished and prints how many events are still parked. */
async function reportStillParked(api: Api, name: string | undefined, json: boolean): Promise<void> {
  let total = 0;
  const parked = await withProgressBar('Retrying', 'parked events', json, (update) =>
    pollUntil(async () => {
      const { projectors } = await readStatus(api);
      const selected = projectors.filter((projector) => name === undefined || projector.name === name);
      const parked = selected.reduce((sum, projector) => sum + projector.parked, 0);
      total = Math.max(total, parked);
      const retrying = selected.filter(({ requests }) => requests.includes('replay'));
      update(total - parked, total, retrying.map((projector) => projector.name).join(', '));
      return retrying.length === 0 ? parked : undefined;
    }),
  );
  if (json) printJson({ parked });
  else if (parked === 0) print('No events are parked');
  else print(`${parked} ${parked === 1 ? 'event is' : 'events are'} still parked`);
}
