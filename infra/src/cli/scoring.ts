import { EventStoreDBClient } from '@eventstore/db-client';
import { explainAt, history } from '@landline/scoring-engine/history/candidate';
import type { ScoreChange } from '@landline/scoring-engine/history/candidate-past';
import { verify } from '@landline/scoring-engine/history/verify';
import type { Command } from 'commander';
import { connect, openApi } from './connection.ts';
import { progressBar, say, sayJson, sayTable } from './output.ts';

interface Run {
  run_id: string;
  state: string;
  scored: number;
  total: number;
  error: string | null;
}

interface Options {
  json?: boolean;
  scope?: string;
  at?: string;
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
    .requiredOption('--at <position>', 'commit position')
    .option('--scope <scope>', 'a client id; everyone when not given')
    .action(explainScore);
}

async function rescore(datasetKey: string, { json = false }: Options): Promise<void> {
  const api = await openApi();
  const requested = await api.call<{ data: { run_id: string } }>('POST', '/api/geo/scoring/rescore', {
    datasetKey,
  });
  const bar = progressBar(datasetKey, 'candidates', json);
  for (;;) {
    const run = `/api/geo/scoring/runs/${requested.data.run_id}`;
    const { data } = await api.call<{ data: Run }>('GET', run);
    bar.update(data.scored, data.total, data.state);
    if (['completed', 'failed', 'cancelled', 'superseded'].includes(data.state)) {
      bar.stop();
      if (json) sayJson(data);
      else say(`${datasetKey}: ${data.state}, ${data.scored} candidates scored`);
      if (data.state === 'failed') throw new Error(data.error ?? 'The run failed');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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
      { checksum: 'expected to be found', of: result.expected },
    ]);
    say(result.agrees ? 'They agree' : 'They do not agree');
  }
  if (!result.agrees) process.exitCode = 1;
}

async function showHistory(candidateId: string, { json, scope }: Options): Promise<void> {
  const changes = await withLog((client) =>
    history({ client, candidateId, ...(scope !== undefined && { scope }) }),
  );
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

async function explainScore(candidateId: string, { at = '', scope }: Options): Promise<void> {
  const position = BigInt(at);
  const past = await withLog((client) =>
    explainAt({ client, candidateId, position, ...(scope !== undefined && { scope }) }),
  );
  if (!past) throw new Error(`There was no such candidate, or no model, at ${at}`);
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
