import type { Health } from '@landline/api/operations/system-health/contract';
import type { Command } from 'commander';
import { apiAccess, fetchFrom, notLandline, readJson } from './connection.ts';
import { print, printJson, printTable } from './output.ts';

/** Adds `status`, which fails unless the installation is ready. Needs no token. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('show whether the installation is healthy and up to date')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: true }) => {
      const { apiUrl } = await apiAccess();
      const health = await probe<Partial<Health>>(apiUrl, '/api/health');
      const ready = await probe<ReadyResponse>(apiUrl, '/api/ready');
      const state = health.ok ? (health.body.status ?? 'unknown') : 'unhealthy';
      if (!health.ok || !ready.ok) process.exitCode = 1;
      if (json) {
        const { processes = [] } = health.body;
        printJson({
          url: apiUrl,
          health: state,
          ready: ready.ok,
          late: ready.body.details ?? [],
          processes,
        });
        return;
      }
      print(`${apiUrl}: ${state}, ${ready.ok ? 'ready' : 'not ready'}`);
      for (const late of ready.body.details ?? []) print(`  ${JSON.stringify(late)}`);
      printTable(
        (health.body.processes ?? []).map(({ process, state, lastError = '' }) => ({
          process,
          state,
          last_error: lastError,
        })),
      );
    });
}

interface ReadyResponse {
  /** Parts that are late or missing; only in a response that is not `ok`. */
  readonly details?: readonly object[];
}

async function probe<Body>(apiUrl: string, route: string): Promise<{ ok: boolean; body: Body }> {
  const response = await fetchFrom(apiUrl, route);
  if (response.status === 404) throw notLandline(apiUrl);
  return { ok: response.ok, body: await readJson(apiUrl, response) };
}
