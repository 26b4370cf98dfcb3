import pg from 'pg';
import { until } from '../until.ts';
import type { Api, Listed } from './api.ts';

export const DATASET = 'bench';
export const PATIENCE = { pollMs: 10, timeoutMs: 240_000 };
/** The engine lets bursts of judgements pass for so long before it learns again. */
export const QUIET_MS = 3_100;

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly error: string | null;
}

const CHOICE = 200;

/** The runs that judgements of a dataset's candidates bring about, as the API tells of them. */
export class Rescoring {
  readonly #api: Api;
  readonly #database: pg.Client;
  readonly #candidates: string[] = [];
  #judged = 0;

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

  /** Milliseconds from handing in one judgement until the list shows the scores that follow from it. */
  async byOneJudgement(patience = PATIENCE): Promise<number> {
    const handedIn = await this.#judgeNext(patience);
    const shown = await this.#api.list(DATASET);
    const took = performance.now() - handedIn;
    await this.#assertLive(shown);
    await this.isOver(patience);
    return took;
  }

  /** Hands in one judgement and waits until its run is over, without looking at the scores: that is a load of its own. */
  async judgeAndWait(patience = PATIENCE): Promise<void> {
    await this.#judgeNext(patience);
    await this.isOver(patience);
  }

  /** The list shows the live scores. */
  async assertShown(): Promise<void> {
    await this.#assertLive(await this.#api.list(DATASET));
  }

  /** Waits until readers are sent to the scores that follow from one judgement; returns when that was handed in. */
  async #judgeNext(patience: typeof PATIENCE): Promise<number> {
    const known = new Set((await this.runs()).map(({ run_id }) => run_id));
    const handedIn = performance.now();
    await this.judge(this.#judged % 3 === 0 ? 'bad' : 'good');
    await until('a judgement has its effect', patience, async () => {
      const run = (await this.runs()).find(({ run_id }) => !known.has(run_id));
      if (run?.error) throw new Error(run.error);
      return run?.state === 'swapping' || run?.state === 'completed' ? true : undefined;
    });
    return handedIn;
  }

  async isOver(patience = PATIENCE): Promise<void> {
    await until('the run is over', patience, async () =>
      (await this.runs())[0]?.state === 'completed' ? true : undefined,
    );
  }

  async runs(): Promise<Run[]> {
    return (await this.#api.get<{ data: Run[] }>(`/scoring/runs?datasetKey=${DATASET}`)).data;
  }

  /** Judges a candidate, or the next of those that were the best. */
  async judge(classification: 'good' | 'bad', candidateId?: string): Promise<void> {
    if (this.#candidates.length === 0) this.#candidates.push(...(await this.best()).map(({ id }) => id));
    const judged = candidateId ?? this.#candidates[this.#judged++];
    const body = { candidateId: judged, classification, notes: '', factorIds: [] };
    await this.#api.post('/training/classify', body);
  }

  async best(): Promise<readonly Listed[]> {
    return (await this.#api.list(DATASET, CHOICE)).rows;
  }

  /** What was listed is what stands first in the set that readers are sent to. */
  async #assertLive({ rows, total }: { rows: readonly Listed[]; total: number }): Promise<void> {
    const { rows: stored } = await this.#database.query<Listed & { total: number }>(
      `WITH live AS (SELECT set_id FROM scoring.live_set WHERE dataset_key = $1 AND scope = 'everyone')
       SELECT candidate_id AS id, score_tenths / 10.0::float8 AS score,
         (SELECT count(*)::int FROM scoring.score JOIN live USING (set_id)) AS total
       FROM scoring.score JOIN live USING (set_id)
       ORDER BY score_tenths DESC NULLS LAST, candidate_id LIMIT $2`,
      [DATASET, rows.length],
    );
    const isShown = stored.every(({ id, score }, n) => rows[n]?.id === id && rows[n]?.score === score);
    if (!isShown || total !== stored[0]?.total)
      throw new Error('The list shows other scores than the live ones');
  }
}
