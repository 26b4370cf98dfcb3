import { readFile } from 'node:fs/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import type {
  ModelInForce,
  publishResponse,
  RescoringRun,
  rescoreResponse,
} from '@landline/api/scoring/contract';
import { isRunOver, runStateAfter } from '@landline/event-schemas/lifecycles/rescoring-run';
import { explainAt, history } from '@landline/scoring-engine/history/candidate';
import type { ScoreChange } from '@landline/scoring-engine/history/candidate-past';
import { type Verification, verify } from '@landline/scoring-engine/history/verify';
import type { Command } from 'commander';
import { z } from 'zod';
import { place } from './arguments.ts';
import { type Api, connect, openApi } from './connection.ts';
import { progressBar, say, sayJson, sayTable } from './output.ts';

type Run = Pick<
  RescoringRun,
  'run_id' | 'dataset_key' | 'scope' | 'state' | 'scored' | 'total' | 'started_at' | 'error'
>;

type Requested = z.infer<typeof rescoreResponse>;
type PublishedModel = z.infer<typeof publishResponse>['data'];

interface Options {
  json?: boolean;
  scope?: string;
}

const POLL_MS = 100;

export function addScoringCommands(program: Command): void {
  const scoring = program.command('scoring').description('scores');
  scoring
    .command('rescore')
    .description('score every candidate of a dataset again')
    .argument('<dataset>', 'dataset key')
    .option('--json', 'print the finished run as JSON')
    .action(rescore);
  scoring
    .command('runs')
    .description('the last runs, newest first; without a dataset the newest of each')
    .argument('[dataset]', 'dataset key')
    .option('--json', 'print JSON')
    .action(showRuns);
  scoring
    .command('cancel')
    .description('stop the run of a dataset, or a run by its id; the dataset keeps the scores that it has')
    .argument('<dataset|run>', 'dataset key or run id')
    .action(cancelRun);
  scoring
    .command('retry')
    .description('score once more what failed or was cancelled')
    .argument('<dataset|run>', 'dataset key or run id')
    .option('--json', 'print the finished run as JSON')
    .action(retryRun);
  scoring
    .command('model')
    .description('the scoring model in force')
    .option('--json', 'print JSON')
    .action(showModel);
  scoring
    .command('publish')
    .description('publish a scoring model for everyone; what was learned is kept')
    .argument(
      '<reading|file>',
      'literal or share-taken, which are the two readings of the open-space penalties, or a JSON document',
    )
    .action(publishModel);
  scoring
    .command('verify')
    .description('derive every score of a dataset again from the log, and compare')
    .argument('<dataset>', 'dataset key')
    .option('--scope <scope>', 'a client id; everyone when not given')
    .option('--json', 'print JSON')
    .action(verifyScores);
  scoring
    .command('history')
    .description('what changed the score of a candidate, when and by whom')
    .argument('<candidate>', 'candidate id')
    .option('--scope <scope>', 'a client id; everyone when not given')
    .option('--json', 'print JSON')
    .action(showHistory);
  scoring
    .command('explain')
    .description('the breakdown of a score as it was at a position of the log')
    .argument('<candidate>', 'candidate id')
    .requiredOption('--at <position>', 'commit position', place)
    .option('--scope <scope>', 'a client id; everyone when not given')
    .action(explainScore);
}

async function rescore(datasetKey: string, { json = false }: Options): Promise<void> {
  const api = await openApi();
  const { data } = await api.call<Requested>('POST', '/api/geo/scoring/rescore', { datasetKey });
  await watchRun(api, datasetKey, data.run_id, json);
}

async function watchRun(api: Api, label: string, runId: string, json: boolean): Promise<void> {
  const bar = progressBar(label, 'candidates', json);
  for (;;) {
    const { data } = await api.call<{ data: Run }>('GET', `/api/geo/scoring/runs/${runId}`);
    bar.update(data.scored, data.total, data.state);
    if (isRunOver(data.state)) {
      bar.stop();
      if (json) sayJson(data);
      else say(`${label}: ${data.state}, ${data.scored} candidates scored`);
      if (data.state === 'failed') throw new Error(data.error ?? 'The run failed');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function showRuns(datasetKey: string | undefined, { json = false }: Options): Promise<void> {
  const api = await openApi();
  const query = datasetKey === undefined ? 'latest=true' : `datasetKey=${encodeURIComponent(datasetKey)}`;
  const { data } = await api.call<{ data: Run[] }>('GET', `/api/geo/scoring/runs?${query}`);
  if (json) {
    sayJson(data);
    return;
  }
  if (data.length === 0) say(`${datasetKey ?? 'This installation'} has no runs`);
  sayTable(
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

async function cancelRun(name: string): Promise<void> {
  const api = await openApi();
  const isStoppable = ({ state }: Run) => runStateAfter(state, 'CANCEL') !== undefined;
  const run = await runNamed(api, name, isStoppable, 'can be cancelled');
  const { message } = await api.call<{ message: string }>(
    'POST',
    `/api/geo/scoring/runs/${run.run_id}/cancel`,
  );
  say(`${run.dataset_key}: ${message}`);
}

async function retryRun(name: string, { json = false }: Options): Promise<void> {
  const api = await openApi();
  const isUndone = ({ state }: Run) => state === 'failed' || state === 'cancelled';
  const run = await runNamed(api, name, isUndone, 'failed or was cancelled');
  const { data } = await api.call<Requested>('POST', `/api/geo/scoring/runs/${run.run_id}/retry`);
  await watchRun(api, run.dataset_key, data.run_id, json);
}

/** A run by its id, or the newest of a dataset that fits. */
async function runNamed(api: Api, name: string, fits: (run: Run) => boolean, inWords: string): Promise<Run> {
  if (z.uuid().safeParse(name).success)
    return (await api.call<{ data: Run }>('GET', `/api/geo/scoring/runs/${name}`)).data;
  const query = `datasetKey=${encodeURIComponent(name)}`;
  const { data } = await api.call<{ data: Run[] }>('GET', `/api/geo/scoring/runs?${query}`);
  const run = data.find(fits);
  if (run === undefined) throw new Error(`${name} has no run that ${inWords}`);
  return run;
}

const READING_IN_WORDS = {
  literal: 'as the specification writes them',
  'share-taken': 'as the share taken away',
  other: 'in a way of its own',
};

async function showModel({ json = false }: Options): Promise<void> {
  const api = await openApi();
  const { data } = await api.call<{ data: ModelInForce }>('GET', '/api/geo/scoring/model');
  if (json) {
    sayJson(data);
    return;
  }
  say(`${data.name} (${data.model_hash.slice(0, 12)}), published ${data.published_at}`);
  say(`Open-space penalties are read ${READING_IN_WORDS[data.reading]}`);
  if (data.behind.length > 0) say(`Still being scored by it: ${data.behind.join(', ')}`);
  sayTable(data.learned);
}

async function publishModel(what: string): Promise<void> {
  const api = await openApi();
  const body =
    what === 'literal' || what === 'share-taken' ? { reading: what } : { model: await documentIn(what) };
  const { data, message } = await api.call<{ data: PublishedModel; message: string }>(
    'POST',
    '/api/geo/scoring/model',
    body,
  );
  say(`${message}: ${data.name} (${data.model_hash.slice(0, 12)})`);
}

async function documentIn(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} is neither literal nor share-taken, nor a file`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

async function verifyScores(datasetKey: string, { json, scope }: Options): Promise<void> {
  const { databaseUrl } = await connect();
  const result = await withLog((client) =>
    verify({ client, databaseUrl, datasetKey, ...(scope !== undefined && { scope }) }),
  );
  if (json) sayJson(result);
  else {
    say(
      `${datasetKey}: ${result.count} scores of run ${result.run_id} (model ${result.model_hash.slice(0, 12)})`,
    );
    sayTable([
      { checksum: 'told by the log', of: result.told },
      { checksum: 'derived from it again', of: result.derived },
      { checksum: 'found by readers', of: result.found },
      { checksum: 'packed for lists', of: result.packed },
      { checksum: 'expected to be found', of: result.expected },
    ]);
    say(verdictOf(result));
  }
  if (!result.agrees) process.exitCode = 1;
}

const READERS_SEE = {
  untold: 'Readers see a newer run already, of which the log is about to be told: verify again in a moment',
  other: 'They cannot be compared: readers see the scores of another run',
  none: 'They cannot be compared: readers see no scores',
};

function verdictOf({ agrees, readers, told, derived }: Verification): string {
  if (agrees) return 'They agree';
  return readers === 'told' || told !== derived ? 'They do not agree' : READERS_SEE[readers];
}

async function showHistory(candidateId: string, { json, scope }: Options): Promise<void> {
  const changes = await withLog((client) =>
    history({ client, candidateId, ...(scope !== undefined && { scope }) }),
  );
  if (changes.length === 0) throw new Error(`Nothing is known of the score of a candidate ${candidateId}`);
  if (json) sayJson(changes);
  else showChanges(changes);
}

function showChanges(changes: readonly ScoreChange[]): void {
  sayTable(
    changes.map(({ position, at, cause, by, classification, before, score }) => ({
      position,
      at,
      cause,
      by: `${by.role} ${by.id}`,
      classification,
      before,
      score,
    })),
  );
}

async function explainScore(
  candidateId: string,
  { at: position, scope }: Options & { at: bigint },
): Promise<void> {
  const past = await withLog((client) =>
    explainAt({ client, candidateId, position, ...(scope !== undefined && { scope }) }),
  );
  if (!past) throw new Error(`There was no such candidate, or no model, at ${position}`);
  sayJson(past);
}

async function withLog<Value>(work: (client: EventStoreDBClient) => Promise<Value>): Promise<Value> {
  const client = EventStoreDBClient.connectionString((await connect()).eventStoreUrl);
  try {
    return await work(client);
  } finally {
    await client.dispose();
  }
}
