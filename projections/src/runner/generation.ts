import { exclusive } from '@landline/event-schemas/exclusive';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { changesOf, type Projector } from '../projector.ts';
import { type Checkpoint, moveCheckpoint, readCheckpoints } from './checkpoint.ts';
import { CheckpointMovedError, isPassing } from './failure.ts';
import { Fold, type Step } from './fold.ts';
import { asError, type LogEvent } from './log.ts';
import { type Moved, notifyMoved } from './notify.ts';
import { firstParked, type ParkedEvent, park, parkAgain, parkedStreams, unpark } from './parking.ts';
import { swap } from './swap.ts';
import { transaction } from './transaction.ts';
import { write } from './write.ts';

/** What a batch comes to. */
interface Outcome {
  readonly steps: readonly Step[];
  readonly parked: readonly ParkedEvent[];
  readonly clientIds: readonly string[] | null;
}

/** A batch as one generation sees it: folded, and not yet written. */
export interface Batch {
  readonly events: readonly LogEvent[];
  readonly upTo: bigint;
  readonly outcome: Outcome;
  /** The streams that were parked when it was folded. */
  readonly parked: ReadonlySet<string>;
}

/** One generation of a projector's read model: takes events of the log in order, each exactly once. */
export class Generation {
  readonly projector: Projector;
  readonly generation: number;
  readonly logId: string;
  /** Whether readers are pointed at it; only then is anybody told that it moved. */
  live: boolean;
  /** The position at which it has caught up, once that is known. */
  goal: bigint | undefined;
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #alone = exclusive();
  /** The last event taken, and how far the checkpoint in the database is: behind where nothing had to be written. */
  #position: bigint;
  #stored: bigint;
  /** Replaced whenever it changes: who folded with an older one folds again. */
  #parked: ReadonlySet<string> = new Set();

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

  /** Takes over what the database says: at the start, and whenever the outcome of a write is not known. */
  load(): Promise<void> {
    return this.#alone(async () => {
      const checkpoints = await readCheckpoints(this.#pool, [this.projector.name]);
      const mine = checkpoints.find(({ generation }) => generation === this.generation);
      if (mine === undefined)
        throw new CheckpointMovedError(`${this.projector.name}: the generation was removed`);
      this.#parked = new Set(await parkedStreams(this.#pool, this.#id));
      this.#position = mine.position;
      this.#stored = mine.position;
    });
  }

  /** Folds what of these events, all of types that it handles, is new to it. The batch before may still be written. */
  fold(events: readonly LogEvent[], upTo: bigint): Batch {
    const first = events[0];
    const allNew = first === undefined || first.position > this.#position;
    const mine = allNew ? events : events.filter(({ position }) => position > this.#position);
    return { events: mine, upTo, outcome: this.#outcomeOf(mine, this.#parked), parked: this.#parked };
  }

  /**
   * Writes a batch, and is at its end afterwards. `idle` when nothing in it was for this generation: then the
   * checkpoint is written later. Rejects when the database fails, with whole batches applied or not at all.
   */
  advance({ events, upTo, outcome, parked }: Batch): Promise<'written' | 'idle'> {
    return this.#alone(async () => {
      if (upTo <= this.#position) return 'idle';
      if (events.length > 0) await this.#apply(events, upTo, parked === this.#parked ? outcome : undefined);
      this.#position = upTo;
      return events.length > 0 ? 'written' : 'idle';
    });
  }

  /** Writes the checkpoint where it lags behind because nothing had to be written. */
  flush(): Promise<void> {
    return this.#alone(async () => {
      if (this.#stored < this.#position) await this.#commit(NOTHING, this.#position, false);
    });
  }

  /** What listeners are told when it has changed. */
  moved(clientIds: Moved['clientIds']): Moved {
    return { model: this.projector.name, logId: this.logId, position: this.#position, clientIds };
  }

  /** What they are told when it has passed events that meant nothing to it. */
  passed(): Moved {
    return { ...this.moved([]), changed: false };
  }

  /**
   * Points the readers at this generation once it has caught up, unless the one that serves has seen more. True when
   * it did so now.
   */
  takePlace(): Promise<boolean> {
    return this.#alone(async () => {
      if (this.live || this.goal === undefined || this.#position < this.goal) return false;
      const result = await swap(this.#pool, { ...this.#id, logId: this.logId }, this.#stored, this.#position);
      this.#stored = this.#position;
      this.live = result === 'swapped';
      return this.live;
    });
  }

  /**
   * Tries its parked events again, stream by stream and in order; a stream whose next event still fails stays parked.
   * `read` gives an event of the log, ready to be applied.
   */
  async replayParked(read: (place: ParkedEvent) => Promise<LogEvent>): Promise<void> {
    for (const stream of await parkedStreams(this.#pool, this.#id)) {
      for (;;) {
        const next = await firstParked(this.#pool, this.#id, stream);
        if (next === undefined) break;
        const event = await read(next);
        if (!(await this.#alone(() => this.#replay(event)))) break;
      }
    }
  }

  /** False when the event cannot be applied this time either. */
  async #replay(place: LogEvent): Promise<boolean> {
    const outcome = this.#outcomeOf([place], new Set());
    const failure = outcome.parked[0]?.error ?? (await this.#commitReplayed(place, outcome));
    if (failure === undefined) return true;
    await parkAgain(this.#pool, this.#id, place.position, failure);
    return false;
  }

  async #commitReplayed(place: LogEvent, outcome: Outcome): Promise<string | undefined> {
    try {
      const remaining = await transaction(this.#pool, async (client) => {
        if (!(await unpark(client, this.#id, place.position))) {
          throw new CheckpointMovedError(`${this.projector.name}: somebody else replays what is parked`);
        }
        await write(client, this.generation, outcome.steps);
        if (this.live) await notifyMoved(client, this.moved(outcome.clientIds));
        return await firstParked(client, this.#id, place.stream);
      });
      if (remaining === undefined) this.#parked = this.#parked.difference(new Set([place.stream]));
      return undefined;
    } catch (error) {
      if (isPassing(error)) throw error;
      return asError(error).message;
    }
  }

  /** Writes the events in one transaction; when one of them cannot be applied, halves them until it stands alone. */
  async #apply(events: readonly LogEvent[], upTo: bigint, outcome?: Outcome): Promise<void> {
    try {
      await this.#commit(outcome ?? this.#outcomeOf(events, this.#parked), upTo);
    } catch (error) {
      if (isPassing(error)) throw error;
      const [first] = events;
      if (events.length === 1 && first !== undefined) {
        await this.#commit({ ...NOTHING, parked: [asParked(first, asError(error).message)] }, upTo);
        return;
      }
      const half = events.slice(0, events.length >> 1);
      await this.#apply(half, half.at(-1)?.position ?? upTo);
      await this.#apply(events.slice(half.length), upTo);
    }
  }

  #outcomeOf(events: readonly LogEvent[], alreadyParked: ReadonlySet<string>): Outcome {
    const fold = new Fold();
    const parked: ParkedEvent[] = [];
    const streams = new Set(alreadyParked);
    const clientIds = new Set<string>();
    let everybody = false;
    for (const place of events) {
      if (streams.has(place.stream)) {
        parked.push(asParked(place, 'An earlier event of its stream is parked'));
        continue;
      }
      try {
        if (place.event === undefined) throw place.unreadable;
        const audience = this.projector.audience?.(place.event) ?? null;
        fold.take(changesOf(this.projector, place.event));
        if (audience === null) everybody = true;
        else for (const clientId of audience) clientIds.add(clientId);
      } catch (error) {
        streams.add(place.stream);
        parked.push(asParked(place, asError(error).message));
      }
    }
    return { steps: fold.steps, parked, clientIds: everybody ? null : [...clientIds] };
  }

  async #commit(outcome: Outcome, upTo: bigint, tell = true): Promise<void> {
    await transaction(this.#pool, async (client) => {
      const move = await moveCheckpoint(client, this.#id, this.#stored, upTo);
      if (move.outcome !== 'moved') {
        throw new CheckpointMovedError(
          `${this.projector.name} (${this.generation}) is ${move.outcome}, not at ${this.#stored}`,
        );
      }
      await write(client, this.generation, outcome.steps);
      await park(client, this.#id, outcome.parked);
      if (this.live && tell) await notifyMoved(client, { ...this.moved(outcome.clientIds), position: upTo });
    });
    this.#position = upTo;
    this.#stored = upTo;
    if (outcome.parked.length === 0) return;
    this.#parked = this.#parked.union(new Set(outcome.parked.map(({ stream }) => stream)));
    for (const { stream, revision, type, error, correlationId } of outcome.parked) {
      this.#log.error({ stream, revision: String(revision), type, error, correlationId }, 'event parked');
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
