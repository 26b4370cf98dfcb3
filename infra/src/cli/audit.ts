import {
  AS_OF_LISTS,
  AS_OF_PAGE_ROWS,
  type AsOf,
  type LogEventDetail,
  type LogFilter,
  type LogPage,
  type Replay,
} from '@landline/api/operations/event-log/contract';
import { Argument, type Command, Option } from 'commander';
import { parseCount, parseEventType, parsePosition, parseTime } from './arguments.ts';
import { openApi } from './connection.ts';
import { print, printJson, printTable } from './output.ts';

const PATH = '/api/admin/audit';

function urlOf(path: string, query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${PATH}/${path}?${search}`;
}

const withFilterOptions = (command: Command) =>
  command
    .option('--stream <name>', 'events of one stream')
    .option('--type <type>', 'events of one type', parseEventType)
    .option('--actor <id>', 'events by one person, including while impersonating a client')
    .option('--client <id>', 'events that concern one client')
    .option('--correlation <id>', 'events of one request')
    .option('--causation <id>', 'events caused by this event')
    .option('--from <time>', 'at or after this date or time, UTC unless it has an offset', parseTime)
    .option('--to <time>', 'before this date or time', parseTime)
    .addOption(
      new Option(
        '--impersonated <only|without>',
        'only, or without, events by SuperAdmins impersonating clients',
      ).choices(['only', 'without']),
    );

interface AsOfOptions {
  json?: boolean;
  dataset?: string;
  client?: string;
  page: number;
}

/** Adds the `audit` commands, which search, show, replay and export the event log. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('search, show, replay and export the event log');
  withFilterOptions(audit.command('list').description('list events, newest first'))
    .option('--before <position>', 'before this commit position', parsePosition)
    .option('--limit <n>', 'maximum number of events', parseCount, 50)
    .option('--json', 'print JSON')
    .action(async ({ json, ...query }: LogFilter & { json?: boolean }) => {
      const api = await openApi();
      const page = await api.call<LogPage>('GET', urlOf('events', { ...query }));
      if (json) {
        printJson(page.data);
        return;
      }
      if (page.data.length === 0) print('No events match');
      printTable(
        page.data.map(({ position, at, type, stream, revision, actor, impersonatedBy }) => ({
          position,
          at,
          type,
          stream: `${stream}@${revision}`,
          who: (impersonatedBy ?? actor).name ?? (impersonatedBy ?? actor).id,
          as: impersonatedBy ? 'client' : actor.role,
        })),
      );
    });
  audit
    .command('show')
    .description('show an event with its metadata, causes and effects')
    .argument('<position>', 'commit position', parsePosition)
    .action(async (position: bigint) => {
      const api = await openApi();
      printJson((await api.call<{ data: LogEventDetail }>('GET', `${PATH}/events/${position}`)).data);
    });
  audit
    .command('replay')
    .description('show the state of an entity after an event, and what the event changed')
    .argument('<stream>')
    .option('--revision <n>', 'up to this revision of the stream', parsePosition)
    .option('--position <n>', 'up to this commit position', parsePosition)
    .action(async (stream: string, until: { revision?: bigint; position?: bigint }) => {
      const api = await openApi();
      printJson((await api.call<{ data: Replay }>('GET', urlOf('replay', { stream, ...until }))).data);
    });
  audit
    .command('as-of')
    .description('show a list as of a point in time')
    .addArgument(new Argument('<list>').choices(AS_OF_LISTS.map(({ key }) => key)))
    .argument('<time>', 'date or time, UTC unless it has an offset', parseTime)
    .option('--dataset <key>', 'dataset of the candidates list')
    .option('--client <id>', 'rows of one client; candidates as that client saw them')
    .option('--page <n>', `page of ${AS_OF_PAGE_ROWS} rows`, parseCount, 1)
    .option('--json', 'print JSON')
    .action(async (list: string, at: string, { json, ...of }: AsOfOptions) => {
      const api = await openApi();
      const { data } = await api.call<{ data: AsOf }>('GET', urlOf('as-of', { list, at, ...of }));
      const rows = data.rows.map((row) =>
        Object.fromEntries(data.columns.map((column, index) => [column, row[index]])),
      );
      if (json) printJson({ ...data, rows });
      else if (data.total === 0) print('The list was empty at that time');
      else if (rows.length === 0) print(`The list had only ${data.total} rows at that time`);
      else {
        printTable(rows);
        const shown = (of.page - 1) * AS_OF_PAGE_ROWS + rows.length;
        if (shown < data.total)
          print(`${shown} of ${data.total} rows; --page ${of.page + 1} shows the next ones`);
      }
    });
  withFilterOptions(audit.command('export').description('export events, oldest first'))
    .addOption(
      new Option('--format <ndjson|csv>', 'output format').choices(['ndjson', 'csv']).default('ndjson'),
    )
    .action(async (query: LogFilter & { format: string }) => {
      const api = await openApi();
      for await (const piece of await api.stream(urlOf('export', { ...query }))) process.stdout.write(piece);
    });
}
