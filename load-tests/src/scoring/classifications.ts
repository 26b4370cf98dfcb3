import pg from 'pg';
import { until } from '../until.ts';
import type { Api, ListedCandidate } from './api.ts';

export const DATASET = 'bench';
export const WAIT_OPTIONS = { pollMs: 10, timeoutMs: 240_000 };
/**
 * Time that the engine waits for a burst of classifications to end before it retrains, in milliseconds, with a
 * margin.
 */
export const QUIET_MS = 3_100;

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly error: string | null;
}

const CHOICE = 200;

/** Rescoring runs that classifications of a dataset's candidates cause, as the API reports them. */
export class Rescoring {
  readonly #api: Api;
  readonly #database: pg.Client;
  readonly #candidates: string[] = [];
  #classified = 0;

  private constructor(api: Api, database: pg.Client) {
    this.#api = api;
    this.#database = database;
  }

  static async of(api: Api, databaseUrl: string): Promise<Rescoring> {
    const database = new pg.Client({ connectionString: databaseUrl, application_name: 'rescoring' });
    await database.connect();
    return new Rescoring(api, database);
  }

  async close(): Promise<void> {
    await this.#database.end();
  }

  /** Milliseconds from submitting one classification until the list shows the resulting scores. */
  async timeToRescore(waitOptions = WAIT_OPTIONS): Promise<number> {
    const submittedAt = await this.#classifyNext(waitOptions);
    const shown = await this.#api.list(DATASET);
    const milliseconds = performance.now() - submittedAt;
    await this.#assertLive(shown);
    await this.waitForRun(waitOptions);
    return milliseconds;
  }

  /** Submits one classification and waits for its run without polling the scores, which would add load. */
  async classifyAndWait(waitOptions = WAIT_OPTIONS): Promise<void> {
    await this.#classifyNext(waitOptions);
    await this.waitForRun(waitOptions);
  }

  /** Checks that the list shows the live scores. */
  async assertShown(): Promise<void> {
    await this.#assertLive(await this.#api.list(DATASET));
  }

  /** Waits until the scores resulting from one classification are live; returns the time of submission. */
  async #classifyNext(waitOptions: typeof WAIT_OPTIONS): Promise<number> {
    const earlierRuns = new Set((await this.runs()).map(({ run_id }) => run_id));
    const submittedAt = performance.now();
    await this.classify(this.#classified % 3 === 0 ? 'bad' : 'good');
    await until('a classification takes effect', waitOptions, async () => {
      const run = (await this.runs()).find(({ run_id }) => !earlierRuns.has(run_id));
      if (run?.error) throw new Error(run.error);
      return run?.state === 'swapping' || run?.state === 'completed';
    });
    return submittedAt;
  }

  async waitForRun(waitOptions = WAIT_OPTIONS): Promise<void> {
    await until('the run ends', waitOptions, async () => (await this.runs())[0]?.state === 'completed');
  }

  async runs(): Promise<Run[]> {
    return (await this.#api.get<{ data: Run[] }>(`/scoring/runs?datasetKey=${DATASET}`)).data;
  }

  /** Classifies a candidate, or the next of the initially best ones. */
  async classify(classification: 'good' | 'bad', candidateId?: string): Promise<void> {
    if (this.#candidates.length === 0) this.#candidates.push(...(await this.best()).map(({ id }) => id));
    const classified = candidateId ?? this.#candidates[this.#classified++];
    const body = { candidateId: classified, classification, notes: '', factorIds: [] };
    await this.#api.post('/training/classify', body);
  }

  async best(): Promise<readonly ListedCandidate[]> {
    return (await this.#api.list(DATASET, CHOICE)).rows;
  }

  /** Checks that the listed candidates are the first ones of the live score set. */
  async #assertLive({ rows, total }: { rows: readonly ListedCandidate[]; total: number }): Promise<void> {
    const { rows: stored } = await this.#database.query<ListedCandidate & { total: number }>(
      `WITH live AS (SELECT set_id FROM scoring.live_set WHERE dataset_key = $1 AND scope = 'everyone')
       SELECT candidate_id AS id, score_tenths / 10.0::float8 AS score,
         (SELECT count(*)::int FROM scoring.score JOIN live USING (set_id)) AS total
       FROM scoring.score JOIN live USING (set_id)
       ORDER BY score_tenths DESC NULLS LAST, candidate_id LIMIT $2`,
      [DATASET, rows.length],
    );
    const isShown = stored.every(({ id, score }, n) => rows[n]?.id === id && rows[n]?.score === score);
    if (!isShown || total !== stored[0]?.total) throw new Error('The list does not show the live scores');
  }
}
