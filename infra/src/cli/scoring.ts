import type {
  ModelSummary,
  publishResponse,
  RescoringRun,
  rescoreResponse,
} from '@landline/api/property/scoring/contract';
import { isRunFinished, runStateAfter } from '@landline/event-schemas/lifecycles/rescoring-run';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import type { Command } from 'commander';
import { z } from 'zod';
import { parsePosition } from './arguments.ts';
import { type Api, openApi } from './connection.ts';
import { print, printJson, printTable, withProgressBar } from './output.ts';
import { explainScore, showHistory, verifyDataset } from './past-scores.ts';
import { pollUntil } from './poll-until.ts';

type Run = Pick<
  RescoringRun,
  'run_id' | 'dataset_key' | 'scope' | 'state' | 'scored' | 'total' | 'started_at' | 'error'
>;

type RequestedRun = z.infer<typeof rescoreResponse>;
type PublishedModel = z.infer<typeof publishResponse>['data'];

interface Options {
  json?: boolean;
}

export function addScoringCommands(program: Command): void {
  const scoring = program.command('scoring').description('score candidates and inspect scores');
  scoring
    .command('rescore')
    .description('rescore all candidates of a dataset')
    .argument('<dataset>', 'dataset key')
    .option('--json', 'print the finished run as JSON')
    .action(rescore);
  scoring
    .command('runs')
    .description('list the latest runs of a dataset, or the newest run of each dataset')
    .argument('[dataset]', 'dataset key')
    .option('--json', 'print JSON')
    .action(showRuns);
  scoring
    .command('cancel')
    .description('cancel a run; the dataset keeps its current scores')
    .argument('<dataset|run>', 'dataset key or run id')
    .action(cancelRun);
  scoring
    .command('retry')
    .description('retry a failed or canceled run')
    .argument('<dataset|run>', 'dataset key or run id')
    .option('--json', 'print the finished run as JSON')
    .action(retryRun);
  scoring
    .command('model')
    .description('show the active scoring model')
    .option('--json', 'print JSON')
    .action(showModel);
  scoring
    .command('publish')
    .description('publish a scoring model for everyone; training is kept')
    .argument(
      '<reading|file>',
      'reading of the open-space penalties (literal or share-taken), or a JSON model document',
    )
    .action(publishModel);
  scoring
    .command('verify')
    .description('recompute all scores of a dataset from the event log and compare')
    .argument('<dataset>', 'dataset key')
    .option('--scope <scope>', 'client id (default: everyone)')
    .option('--json', 'print JSON')
    .action(verifyDataset);
  scoring
    .command('history')
    .description('show the score changes of a candidate')
    .argument('<candidate>', 'candidate id')
    .option('--scope <scope>', 'client id (default: everyone)')
    .option('--json', 'print JSON')
    .action(showHistory);
  scoring
    .command('explain')
    .description('show the breakdown of a score at a position of the event log')
    .argument('<candidate>', 'candidate id')
    .requiredOption('--at <position>', 'commit position', parsePosition)
    .option('--scope <scope>', 'client id (default: everyone)')
    .action(explainScore);
}

async function rescore(datasetKey: string, { json = false }: Options): Promise<void> {
  const api = await openApi();
  const { data } = await api.call<RequestedRun>('POST', '/api/geo/scoring/rescore', { datasetKey });
  await watchRun(api, datasetKey, data.run_id, json);
}

async function watchRun(api: Api, label: string, runId: string, json: boolean): Promise<void> {
  const run = await withProgressBar(label, 'candidates', json, (update) =>
    pollUntil(async () => {
      const { data } = await api.call<{ data: Run }>('GET', `/api/geo/scoring/runs/${runId}`);
      update(data.scored, data.total, data.state);
      return isRunFinished(data.state) ? data : undefined;
    }),
  );
  if (json) printJson(run);
  else print(`${label}: ${run.state}, ${run.scored} candidates scored`);
  if (run.state === 'failed') throw new Error(run.error ?? 'The run failed');
}

async function showRuns(datasetKey: string | undefined, { json = false }: Options): Promise<void> {
  const api = await openApi();
  const data = await (datasetKey === undefined
    ? runsWhere(api, 'latest=true')
    : runsOfDataset(api, datasetKey));
  if (json) {
    printJson(data);
    return;
  }
  if (data.length === 0) print(`${datasetKey ?? 'This installation'} has no runs`);
  printTable(
    data.map(({ run_id, dataset_key, scope, state, scored, total, started_at, error }) => ({
      dataset: dataset_key,
      scope,
      state,
      scored,
      total,
      started_at,
      run: run_id,
      error,
    })),
  );
}

async function runsWhere(api: Api, query: string): Promise<Run[]> {
  return (await api.call<{ data: Run[] }>('GET', `/api/geo/scoring/runs?${query}`)).data;
}

/** Throws the server's message for an unknown dataset. */
async function runsOfDataset(api: Api, datasetKey: string): Promise<Run[]> {
  const query = `datasetKey=${encodeURIComponent(datasetKey)}`;
  const runs = await runsWhere(api, query);
  if (runs.length === 0) await api.call('GET', `/api/geo/candidates/filter-options?${query}`);
  return runs;
}

async function cancelRun(name: string): Promise<void> {
  const api = await openApi();
  const isCancelable = ({ state }: Run) => runStateAfter(state, 'CANCEL') !== undefined;
  const run = await runNamed(api, name, isCancelable, 'can be canceled');
  const { message } = await api.call<{ message: string }>(
    'POST',
    `/api/geo/scoring/runs/${run.run_id}/cancel`,
  );
  print(`${run.dataset_key}: ${message}`);
}

async function retryRun(name: string, { json = false }: Options): Promise<void> {
  const api = await openApi();
  const isRetriable = ({ state }: Run) => state === 'failed' || state === 'cancelled';
  const run = await runNamed(api, name, isRetriable, 'failed or was canceled');
  const { data } = await api.call<RequestedRun>('POST', `/api/geo/scoring/runs/${run.run_id}/retry`);
  await watchRun(api, run.dataset_key, data.run_id, json);
}

/** Finds a run by its id, or the newest run of a dataset that satisfies `matches`. */
async function runNamed(
  api: Api,
  name: string,
  matches: (run: Run) => boolean,
  condition: string,
): Promise<Run> {
  if (z.uuid().safeParse(name).success)
    return (await api.call<{ data: Run }>('GET', `/api/geo/scoring/runs/${name}`)).data;
  const run = (await runsOfDataset(api, name)).find(matches);
  if (run === undefined) throw new Error(`${name} has no run that ${condition}`);
  return run;
}

const READING_TEXTS = {
  literal: 'as the specification writes them',
  'share-taken': 'as the share taken away',
  other: 'in a custom way',
};

async function showModel({ json = false }: Options): Promise<void> {
  const api = await openApi();
  const { data } = await api.call<{ data: ModelSummary }>('GET', '/api/geo/scoring/model');
  if (json) {
    printJson(data);
    return;
  }
  print(`${data.name} (${data.model_hash.slice(0, 12)}), published ${data.published_at}`);
  print(`Open-space penalties are read ${READING_TEXTS[data.reading]}`);
  if (data.behind.length > 0) print(`Rescoring in progress: ${data.behind.join(', ')}`);
  printTable(data.learned);
}

async function publishModel(source: string): Promise<void> {
  const api = await openApi();
  const body =
    source === 'literal' || source === 'share-taken'
      ? { reading: source }
      : { model: await readModelDocument(source) };
  const { data, message } = await api.call<{ data: PublishedModel; message: string }>(
    'POST',
    '/api/geo/scoring/model',
    body,
  );
  print(`${message}: ${data.name} (${data.model_hash.slice(0, 12)})`);
}

async function readModelDocument(file: string): Promise<unknown> {
  const text = await readFileIfExists(file);
  if (text === undefined) throw new Error(`${file} does not exist; pass literal, share-taken or a JSON file`);
  try {
    return JSON.parse(String(text));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
