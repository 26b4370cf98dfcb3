import { notifyReadModelMoved, type ReadModelMoved } from '@landline/runtime/postgres/read-model-moved';
import { transaction } from '@landline/runtime/postgres/transaction';
import { createSerialQueue } from '@landline/runtime/process/serial-queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { changesOf, type Projector } from '../projector.ts';
import { type Checkpoint, moveCheckpoint, readCheckpoints } from './checkpoint.ts';
import { Fold, type Step } from './fold.ts';
import { firstParked, type ParkedEvent, park, parkedStreams, recordFailedReplay, unpark } from './parking.ts';
import { asError, type LogEvent } from './read-log.ts';
import { swapGeneration } from './swap-generation.ts';
import { CheckpointMovedError, isTransient } from './transient.ts';
import { write } from './write-rows.ts';

/** Folded effect of a batch. */
interface Outcome {
  readonly steps: readonly Step[];
  readonly parked: readonly ParkedEvent[];
  readonly clientIds: readonly string[] | null;
}

/** A batch folded for one generation and not written yet. */
export interface Batch {
  readonly events: readonly LogEvent[];
  readonly upTo: bigint;
  readonly outcome: Outcome;
  /** Parked streams when the batch was folded. */
  readonly parked: ReadonlySet<string>;
}

/**
 * One generation of a projector's read model: applies the events of the log in order, each exactly once.
 */
export class Generation {
  readonly projector: Projector;
  readonly generation: number;
  readonly logId: string;
  /** True if readers see this generation; only a live generation sends notifications. */
  live: boolean;
  /** Position at which it has caught up, once known. */
  goal: bigint | undefined;
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #runExclusive = createSerialQueue();
  /** Last applied event, and the stored checkpoint, which lags while nothing has to be written. */
  #position: bigint;
  #stored: bigint;
  /** Replaced on every change, so that a batch folded with an older set is folded again. */
  #parked: ReadonlySet<string> = new Set();
  /** Positions of events that are left out if they cannot be applied. */
  #skipped: ReadonlySet<bigint> = new Set();

  constructor(pool: Pool, log: Logger, projector: Projector, checkpoint: Checkpoint, live: boolean) {
    this.#pool = pool;
    this.projector = projector;
    this.generation = checkpoint.generation;
    this.logId = checkpoint.logId;
    this.live = live;
    this.#position = checkpoint.position;
    this.#stored = checkpoint.position;
    this.#log = log.child({ projector: projector.name, generation: checkpoint.generation });
  }

  get position(): bigint {
    return this.#position;
  }

  get #id(): { projector: string; generation: number } {
    return { projector: this.projector.name, generation: this.generation };
  }

  /**
   * Reloads the state of this generation from the database: at the start, and when the outcome of a write is unknown.
   * `skipped` contains the positions of the events to skip at an operator's request.
   */
  load(skipped: ReadonlySet<bigint> = new Set()): Promise<void> {
    return this.#runExclusive(async () => {
      this.#skipped = skipped;
      const checkpoints = await readCheckpoints(this.#pool, [this.projector.name]);
      const checkpoint = checkpoints.find(({ generation }) => generation === this.generation);
      if (checkpoint === undefined)
        throw new CheckpointMovedError(`${this.projector.name}: the generation was removed`);
      this.#parked = new Set(await parkedStreams(this.#pool, this.#id));
      this.#position = checkpoint.position;
      this.#stored = checkpoint.position;
    });
  }

  /**
   * Folds the events that this generation has not folded; the projector handles all of their types. The previous batch
   * may still be being written.
   */
  fold(events: readonly LogEvent[], upTo: bigint): Batch {
    const first = events[0];
    const areAllNew = first === undefined || first.position > this.#position;
    const unapplied = areAllNew ? events : events.filter(({ position }) => position > this.#position);
    return {
      events: unapplied,
      upTo,
      outcome: this.#outcomeOf(unapplied, this.#parked),
      parked: this.#parked,
    };
  }

  /**
   * Writes a batch and moves to its end. Returns `idle` when no event was for this generation; the
   * checkpoint is then written later. Rejects when the database fails; the batch is applied entirely or not
   * at all.
   */
  advance({ events, upTo, outcome, parked }: Batch): Promise<'written' | 'idle'> {
    return this.#runExclusive(async () => {
      if (upTo <= this.#position) return 'idle';
      if (events.length > 0) await this.#apply(events, upTo, parked === this.#parked ? outcome : undefined);
      this.#position = upTo;
      return events.length > 0 ? 'written' : 'idle';
    });
  }

  /** Writes the checkpoint if it lags. */
  flush(): Promise<void> {
    return this.#runExclusive(async () => {
      if (this.#stored < this.#position) await this.#commit(NOTHING, this.#position, false);
    });
  }

  /** Returns the notification that its rows changed for these clients. */
  changeNotification(clientIds: ReadModelMoved['clientIds']): ReadModelMoved {
    return { model: this.projector.name, logId: this.logId, position: this.#position, clientIds };
  }

  /** Returns the notification that its position moved and its rows did not change. */
  unchangedNotification(): ReadModelMoved {
    return { ...this.changeNotification([]), changed: false };
  }

  /**
   * Makes this generation live once it has caught up, unless the live one is ahead. Returns true when it
   * went live now.
   */
  promote(): Promise<boolean> {
    return this.#runExclusive(async () => {
      if (this.live || this.goal === undefined || this.#position < this.goal) return false;
      const result = await swapGeneration(
        this.#pool,
        { ...this.#id, logId: this.logId },
        this.#stored,
        this.#position,
      );
      this.#stored = this.#position;
      this.live = result === 'swapped';
      return this.live;
    });
  }

  /**
   * Retries its parked events, stream by stream and in order; a stream whose next event fails again stays
   * parked, unless that event is skipped. `read` returns the decrypted event.
   */
  async replayParked(
    read: (parked: ParkedEvent) => Promise<LogEvent>,
    skipped: ReadonlySet<bigint> = this.#skipped,
  ): Promise<void> {
    this.#skipped = skipped;
    for (const stream of await parkedStreams(this.#pool, this.#id)) {
      for (;;) {
        const next = await firstParked(this.#pool, this.#id, stream);
        if (next === undefined) break;
        const event = await read(next);
        if (!(await this.#runExclusive(() => this.#replay(event)))) break;
      }
    }
  }

  /** Returns false when the event still cannot be applied. */
  async #replay(logEvent: LogEvent): Promise<boolean> {
    const outcome = this.#outcomeOf([logEvent], new Set());
    const failure = outcome.parked[0]?.error ?? (await this.#commitReplayed(logEvent, outcome));
    if (failure === undefined) return true;
    if (this.#skipped.has(logEvent.position))
      return (await this.#commitReplayed(logEvent, NOTHING)) === undefined;
    await recordFailedReplay(this.#pool, this.#id, logEvent.position, failure);
    return false;
  }

  async #commitReplayed(logEvent: LogEvent, outcome: Outcome): Promise<string | undefined> {
    try {
      const remaining = await transaction(this.#pool, async (client) => {
        if (!(await unpark(client, this.#id, logEvent.position))) {
          throw new CheckpointMovedError(`${this.projector.name}: another process replays the parked events`);
        }
        await write(client, this.generation, outcome.steps);
        if (this.live) await notifyReadModelMoved(client, this.changeNotification(outcome.clientIds));
        return await firstParked(client, this.#id, logEvent.stream);
      });
      if (remaining === undefined) this.#parked = this.#parked.difference(new Set([logEvent.stream]));
      return undefined;
    } catch (error) {
      if (isTransient(error)) throw error;
      return asError(error).message;
    }
  }

  /**
   * Writes the events in one transaction. When one cannot be applied, halves the batch until it is isolated
   * and parked.
   */
  async #apply(events: readonly LogEvent[], upTo: bigint, outcome?: Outcome): Promise<void> {
    try {
      await this.#commit(outcome ?? this.#outcomeOf(events, this.#parked), upTo);
    } catch (error) {
      if (isTransient(error)) throw error;
      const [first] = events;
      if (events.length === 1 && first !== undefined) {
        await this.#commit(this.#failureOf(first, error), upTo);
        return;
      }
      const half = events.slice(0, events.length >> 1);
      await this.#apply(half, half.at(-1)?.position ?? upTo);
      await this.#apply(events.slice(half.length), upTo);
    }
  }

  /** A skipped event leaves no trace in the read model. */
  #failureOf(logEvent: LogEvent, error: unknown): Outcome {
    return this.#skipped.has(logEvent.position)
      ? NOTHING
      : { ...NOTHING, parked: [asParked(logEvent, asError(error).message)] };
  }

  #outcomeOf(events: readonly LogEvent[], alreadyParked: ReadonlySet<string>): Outcome {
    const fold = new Fold();
    const parked: ParkedEvent[] = [];
    const streams = new Set(alreadyParked);
    const clientIds = new Set<string>();
    let allClients = false;
    for (const logEvent of events) {
      if (streams.has(logEvent.stream)) {
        parked.push(asParked(logEvent, 'An earlier event of its stream is parked'));
        continue;
      }
      try {
        if (logEvent.event === undefined) throw logEvent.unreadable;
        const audience = this.projector.audience?.(logEvent.event) ?? null;
        fold.take(changesOf(this.projector, logEvent.event));
        if (audience === null) allClients = true;
        else for (const clientId of audience) clientIds.add(clientId);
      } catch (error) {
        const failed = this.#failureOf(logEvent, error).parked;
        if (failed.length > 0) streams.add(logEvent.stream);
        parked.push(...failed);
      }
    }
    return { steps: fold.steps, parked, clientIds: allClients ? null : [...clientIds] };
  }

  async #commit(outcome: Outcome, upTo: bigint, notify = true): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await moveCheckpoint(client, this.#id, this.#stored, upTo);
      await write(client, this.generation, outcome.steps);
      await park(client, this.#id, outcome.parked);
      if (this.live && notify)
        await notifyReadModelMoved(client, {
          ...this.changeNotification(outcome.clientIds),
          position: upTo,
          ...(outcome.parked.length > 0 && { parked: true }),
        });
    });
    this.#position = upTo;
    this.#stored = upTo;
    if (outcome.parked.length === 0) return;
    this.#parked = this.#parked.union(new Set(outcome.parked.map(({ stream }) => stream)));
    for (const { stream, revision, type, error, correlationId } of outcome.parked) {
      this.#log.error(
        { event: 'projections.event_parked', stream, revision: String(revision), type, error, correlationId },
        'Parked an event that cannot be applied; retry it with `landline projections replay-parked`',
      );
    }
  }
}

const NOTHING: Outcome = { steps: [], parked: [], clientIds: [] };

const asParked = ({ position, stream, revision, type, event }: LogEvent, error: string): ParkedEvent => ({
  position,
  stream,
  revision,
  type,
  error,
  correlationId: event?.metadata.correlationId,
});
