import { setImmediate as nextTurn } from 'node:timers/promises';
import { NO_STREAM } from '@eventstore/db-client';
import { type Classification, EVERYONE, PROPERTY_TYPES, streams } from '@landline/event-schemas';
import { pause } from '@landline/event-schemas/pause';
import { type Lesson, learnFrom, lessonOf, untaught } from '../learning.ts';
import { modelHash, type ScoringModel } from '../model.ts';
import type { Dataset } from './dataset.ts';
import { taughtModelEventId } from './ids.ts';
import { appendAt } from './log.ts';
import type { RunnerContext } from './runner.ts';

/** Two models may follow each other at once, then one in so long: a burst of judgements comes to a handful of them. */
const TEACH_EVERY_MS = 2_500;
const AT_FIRST = 2;
const RETRY_MS = 1_000;
/** Candidates looked at before the log may be followed again. */
const AT_ONCE = 200;

type Context = Pick<RunnerContext, 'client' | 'state' | 'log'>;

/** What the judged candidates of a dataset have to teach by the tables with this hash, as its features are now. */
interface Lessons {
  readonly tables: string;
  readonly featuresAt: bigint;
  readonly byCandidate: Map<string, Lesson | undefined>;
}

/**
 * Publishes what scopes have learned from their judgements (DESIGN §5). What a scope is taught follows from the log alone,
 * so after an interruption it is found out again; a model that says what the one in force says is not published.
 */
export class Teacher {
  readonly #context: Context;
  readonly #untaught = new Set<string>();
  readonly #lessons = new WeakMap<Dataset, Lessons>();
  /** When all that was published will have had its time. */
  #freeAt = 0;
  #wake = () => {};

  constructor(context: Context) {
    this.#context = context;
  }

  /** These scopes may have to learn something else. */
  want(scopes: Iterable<string>): void {
    for (const scope of scopes) this.#untaught.add(scope);
    if (this.#untaught.size > 0) this.#wake();
  }

  /** Teaches until the signal. The first of a burst is taught at once, the rest together. */
  async work(signal: AbortSignal): Promise<void> {
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        if (this.#untaught.size > 0) await pause(await this.#teachAll(signal), signal);
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Returns how long to wait before the next time. */
  async #teachAll(signal: AbortSignal): Promise<number> {
    const scopes = [...this.#untaught];
    this.#untaught.clear();
    let wait = 0;
    let published = false;
    for (const scope of scopes) {
      if (signal.aborted) break;
      try {
        if (await this.#teach(scope)) published = true;
      } catch (error) {
        this.#context.log.warn({ err: error, scope }, 'a scope was not taught; trying again');
        this.#untaught.add(scope);
        wait = Math.max(wait, RETRY_MS);
      }
    }
    return published ? Math.max(wait, this.#breath()) : wait;
  }

  /** How long until the next model may be published, now that one was. */
  #breath(): number {
    const now = performance.now();
    // Each one takes up the time that comes after it, and after those before it.
    const free = Math.max(now, this.#freeAt) + TEACH_EVERY_MS;
    this.#freeAt = free;
    return Math.max(0, free - now - (AT_FIRST - 1) * TEACH_EVERY_MS);
  }

  /** True when a model was published. */
  async #teach(scope: string): Promise<boolean> {
    const { client, state, log } = this.#context;
    const tables = state.models.of(EVERYONE)?.model;
    if (tables === undefined) return false;
    const revision = state.models.revisionOf(scope);
    const { position: asOf } = state;
    const { model, judgements } = await this.#learned(scope, untaught(tables));
    const hash = modelHash(model);
    if (hash === state.models.of(scope)?.hash) return false;
    // The model is JSON: a record of what its schema says.
    const data = { scope, model_hash: hash, model: model as unknown as Record<string, unknown> };
    const published = await appendAt(
      client,
      streams.trainingModel(scope),
      taughtModelEventId(state.logId, scope, hash, revision ?? -1n),
      {
        type: 'ScoringModelPublished',
        data: { ...data, taught_by: { judgements, as_of: String(asOf) } },
      },
      revision ?? NO_STREAM,
    );
    // Else somebody published meanwhile, or the answer was lost: the event that stands there asks for this again.
    if (published) log.info({ scope, judgements, model: hash }, 'taught');
    return published;
  }

  /** These tables with what the judgements that count in a scope teach. */
  async #learned(scope: string, tables: ScoringModel): Promise<{ model: ScoringModel; judgements: number }> {
    const tablesHash = modelHash(tables);
    const judged = [...this.#context.state.datasets.values()].map(
      (dataset) => [dataset, dataset.judgements.allInForce(scope)] as const,
    );
    let model = tables;
    let judgements = 0;
    for (const propertyType of PROPERTY_TYPES) {
      const lessons: [Lesson, Classification][] = [];
      for (const [dataset, inForce] of judged) {
        if (dataset.columns.propertyType !== propertyType) continue;
        const lessonOf = this.#lessonsOf(dataset, tables, tablesHash);
        for (const [candidateId, { classification }] of inForce) {
          const lesson = lessonOf(candidateId);
          if (lesson) lessons.push([lesson, classification]);
          if (lessons.length % AT_ONCE === 0) await nextTurn();
        }
      }
      judgements += lessons.length;
      model = learnFrom(model, propertyType, lessons);
    }
    return { model, judgements };
  }

  #lessonsOf(
    dataset: Dataset,
    tables: ScoringModel,
    tablesHash: string,
  ): (candidateId: string) => Lesson | undefined {
    const { columns, featuresAt } = dataset;
    let known = this.#lessons.get(dataset);
    if (known?.tables !== tablesHash || known.featuresAt !== featuresAt) {
      known = { tables: tablesHash, featuresAt, byCandidate: new Map() };
      this.#lessons.set(dataset, known);
    }
    const { byCandidate } = known;
    return (candidateId) => {
      const index = columns.indexOf(candidateId);
      if (index < 0) return undefined;
      if (!byCandidate.has(candidateId))
        byCandidate.set(candidateId, lessonOf(tables, columns.propertyType, columns.featuresOf(index)));
      return byCandidate.get(candidateId);
    };
  }
}
