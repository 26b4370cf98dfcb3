import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { projectionStatus } from '@landline/projections/admin';
import type pg from 'pg';
import type { Caller } from './http.ts';

const CONCURRENT_USERS = 3;
const COMMANDS_PER_CLIENT = 10;
const COMMANDS_PER_RESCORE = 8;
const EVENT_TYPES = ['PropertyClassified', 'ClassificationRemoved', 'ClientCreated', 'RescoringRequested'];

/** Differences between the acknowledged commands and the log or the read models. Every list should be empty. */
export interface CommandReport {
  readonly commands: number;
  /** Acknowledged commands that are missing from the log. */
  readonly lost: readonly string[];
  /** Commands in the log that were not acknowledged, or were logged twice. */
  readonly unexpected: readonly string[];
  /** Read models that contradict what was acknowledged. */
  readonly contradicted: readonly string[];
  readonly parked: number;
}

/** Sends commands from a few users, each of whom waits for the response, and records the acknowledged ones. */
export class Commands {
  readonly #callers: readonly Caller[];
  readonly #datasetKey: string;
  readonly #candidates: readonly string[];
  readonly #random: () => number;
  readonly #pauseMs: number;
  /** Classifications of each candidate, the current one last. */
  readonly #classifications = new Map<string, ('good' | 'bad' | 'none')[]>();
  readonly #clients: string[] = [];
  readonly #runs: string[] = [];
  #probes = 0;
  #isOver = false;
  acknowledged = 0;

  constructor(
    callers: readonly Caller[],
    { datasetKey, candidates }: { readonly datasetKey: string; readonly candidates: readonly string[] },
    random: () => number,
    pauseMs = 30,
  ) {
    this.#callers = callers;
    this.#datasetKey = datasetKey;
    this.#candidates = candidates;
    this.#random = random;
    this.#pauseMs = pauseMs;
  }

  /** Sends commands through either API process until `stop`. Rejects if one is rejected. */
  async flow(): Promise<void> {
    await Promise.all(
      Array.from({ length: CONCURRENT_USERS }, async (_, person) => {
        for (let n = 0; !this.#isOver; n++) {
          if (n % COMMANDS_PER_RESCORE === 1 && person === 0) await this.#rescore(`rescore-${n}`);
          else if (n % COMMANDS_PER_CLIENT === 0) await this.#addClient(`client-${person}-${n}`);
          else
            await this.#classify(
              this.#candidates[(n * CONCURRENT_USERS + person) % this.#candidates.length] ?? '',
            );
          this.acknowledged++;
          await delay(this.#pauseMs);
        }
      }),
    );
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Sends one more command and waits until the read model has applied it. */
  async probe(): Promise<void> {
    const position = await this.#addClient(`probe-${++this.#probes}`);
    this.acknowledged++;
    await this.#caller().get('/api/ai/clients', position);
  }

  /** Classifies a candidate, or removes its classification if it has one. */
  async #classify(candidateId: string): Promise<void> {
    const classifications = this.#classifications.get(candidateId) ?? [];
    const key = `${candidateId}-${classifications.length}`;
    const isClassified = classifications.length % 2 === 1;
    const classification = classifications.length % 4 === 0 ? 'good' : 'bad';
    if (isClassified)
      await this.#send('DELETE', `/api/geo/training/classification/${candidateId}`, undefined, key);
    else {
      const body = { candidateId, classification, notes: '', factorIds: [] };
      await this.#send('POST', '/api/geo/training/classify', body, key);
    }
    this.#classifications.set(candidateId, [...classifications, isClassified ? 'none' : classification]);
  }

  async #addClient(name: string): Promise<string | undefined> {
    const body = { name, has_ai_assistant: false, has_adu_finder: true };
    const { position } = await this.#send('POST', '/api/ai/clients', body, name);
    this.#clients.push(name);
    return position;
  }

  async #rescore(key: string): Promise<void> {
    const body = { datasetKey: this.#datasetKey };
    const { responseBody } = await this.#send('POST', '/api/geo/scoring/rescore', body, key);
    this.#runs.push((responseBody as { data: { run_id: string } }).data.run_id);
  }

  #caller(): Caller {
    return this.#callers[Math.floor(this.#random() * this.#callers.length)] as Caller; // never empty
  }

  async #send(method: string, route: string, body: object | undefined, key: string) {
    const response = await this.#caller().command(method, route, body, key);
    if (response.status > 202)
      throw new Error(`${method} ${route}: ${response.status} ${JSON.stringify(response.responseBody)}`);
    return response;
  }

  /** Compares the log and the read models with what was acknowledged. */
  async compare(client: EventStoreDBClient, pool: pg.Pool): Promise<CommandReport> {
    const logged = await loggedIn(client);
    const expected = [
      ...[...this.#classifications].flatMap(([id, all]) =>
        all.map((classification, n) => `${id} ${n} ${classification}`),
      ),
      ...[...this.#clients, ...this.#runs].map((id) => `${id} 0`),
    ];
    const acknowledged = new Set(expected);
    const status = await projectionStatus(pool);
    return {
      commands: this.acknowledged,
      lost: expected.filter((command) => !logged.has(command)),
      unexpected: [...logged].filter((command) => !acknowledged.has(command)),
      contradicted: await this.#contradictions(pool),
      parked: status.reduce((sum, { parked }) => sum + parked, 0),
    };
  }

  async #contradictions(pool: pg.Pool): Promise<string[]> {
    const rows = async (projector: string, columns: string, table: string) =>
      (
        await pool.query<{ id: string; value: string }>(
          `SELECT ${columns} FROM read.${table}
           WHERE generation = (SELECT live_generation FROM read.projector WHERE name = $1)`,
          [projector],
        )
      ).rows.map(({ id, value }) => `${id} ${value}`);
    const actual = [
      ...(await rows(
        'classifications',
        'candidate_id::text AS id, classification AS value',
        'classification',
      )),
      ...(await rows('clients', `name AS id, '' AS value`, 'client')),
    ].sort();
    const expected = [
      ...[...this.#classifications]
        .filter(([, all]) => all.at(-1) !== 'none')
        .map(([id, all]) => `${id} ${all.at(-1)}`),
      ...this.#clients.map((name) => `${name} `),
    ].sort();
    const without = (rows: readonly string[], others: readonly string[]) =>
      rows.filter((row) => !others.includes(row));
    const repeated = actual.filter((row, index) => actual.indexOf(row) !== index);
    return [...without(actual, expected), ...without(expected, actual), ...repeated];
  }
}

/** Returns the commands in the log, each identified by its target and its number among the target's commands. */
async function loggedIn(client: EventStoreDBClient): Promise<Set<string>> {
  const logged = new Set<string>();
  const counts = new Map<string, number>();
  for await (const { event } of client.readAll()) {
    if (event === undefined || !EVENT_TYPES.includes(event.type)) continue;
    const data = event.data as {
      candidate_id?: string;
      classification?: string;
      name?: string;
      run_id?: string;
    };
    const id = data.candidate_id ?? data.run_id ?? data.name ?? '';
    const n = counts.get(id) ?? 0;
    counts.set(id, n + 1);
    const classification = event.type === 'ClassificationRemoved' ? 'none' : data.classification;
    logged.add(classification === undefined ? `${id} ${n}` : `${id} ${n} ${classification}`);
  }
  return logged;
}
