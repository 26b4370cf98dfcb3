import {
  AS_OF_LISTS,
  type AsOf,
  type LogEventDetail,
  type LogPage,
  type Replay,
} from '@landline/api/auditor/contract';
import type { Command } from 'commander';
import { count, place } from './arguments.ts';
import { openApi } from './connection.ts';
import { sayJson, sayTable } from './output.ts';

interface Filter {
  stream?: string;
  type?: string;
  actor?: string;
  client?: string;
  correlation?: string;
  causation?: string;
  from?: string;
  to?: string;
  impersonated?: string;
}

const PATH = '/api/admin/audit';

function address(path: string, query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${PATH}/${path}?${search}`;
}

const filtered = (command: Command) =>
  command
    .option('--stream <name>', 'of one stream')
    .option('--type <type>', 'of one type')
    .option('--actor <id>', 'by one person, as themselves or as a client')
    .option('--client <id>', 'for or about one client')
    .option('--correlation <id>', 'of one request')
    .option('--causation <id>', 'that an event led to')
    .option('--from <time>', 'not before (ISO 8601)')
    .option('--to <time>', 'before (ISO 8601)')
    .option('--impersonated <only|without>', 'what SuperAdmins did as clients');

interface AsOfOptions {
  json?: boolean;
  dataset?: string;
  client?: string;
}

/** `audit`: what the auditor's room shows, on the command line. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('find, read, replay and export what happened');
  filtered(audit.command('list').description('events, newest first'))
    .option('--before <position>', 'older than this one', place)
    .option('--limit <n>', 'at most this many', count, 50)
    .option('--json', 'print JSON')
    .action(async ({ json, ...query }: Filter & { json?: boolean }) => {
      const api = await openApi();
      const page = await api.call<LogPage>('GET', address('events', { ...query }));
      if (json) {
        sayJson(page.data);
        return;
      }
      sayTable(
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
    .description('one event with its metadata, what caused it and what it caused')
    .argument('<position>', 'its commit position', place)
    .action(async (position: bigint) => {
      const api = await openApi();
      sayJson((await api.call<{ data: LogEventDetail }>('GET', `${PATH}/events/${position}`)).data);
    });
  audit
    .command('replay')
    .description('the state of an entity at a place in its history, and what that event changed')
    .argument('<stream>')
    .option('--revision <n>', 'up to this event of the stream', place)
    .option('--position <n>', 'up to this commit position', place)
    .action(async (stream: string, until: { revision?: bigint; position?: bigint }) => {
      const api = await openApi();
      sayJson((await api.call<{ data: Replay }>('GET', address('replay', { stream, ...until }))).data);
    });
  audit
    .command('as-of')
    .description(`a list as it was (${AS_OF_LISTS.map(({ key }) => key).join(', ')})`)
    .argument('<list>')
    .argument('<time>', 'ISO 8601')
    .option('--dataset <key>', 'of candidates: the dataset')
    .option('--client <id>', 'of this client alone; of candidates, as it saw them')
    .option('--json', 'print JSON')
    .action(async (list: string, at: string, { json, ...of }: AsOfOptions) => {
      const api = await openApi();
      const { data } = await api.call<{ data: AsOf }>('GET', address('as-of', { list, at, ...of }));
      const rows = data.rows.map((row) =>
        Object.fromEntries(data.columns.map((column, index) => [column, row[index]])),
      );
      if (json) sayJson({ ...data, rows });
      else sayTable(rows);
    });
  filtered(audit.command('export').description('events, oldest first, as they are found'))
    .option('--format <ndjson|csv>', 'of the lines', 'ndjson')
    .action(async (query: Filter & { format: string }) => {
      const api = await openApi();
      for await (const piece of await api.stream(address('export', { ...query })))
        process.stdout.write(piece);
    });
}
