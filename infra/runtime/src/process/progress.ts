/** Progress of one loop of this process that follows the event log. */
export interface Progress {
  /** Records that the loop follows the log, and the last position that it handled. */
  followed(position?: bigint): void;
  /** Records that the loop starts handling events, until `followed` or `failed` is called. */
  handling(): void;
  /** Records a failure; the loop is stuck until it follows again for a while. */
  failed(error: unknown): void;
  /** Removes the loop after it has ended, together with its failure. */
  end(): void;
}

interface LastError {
  readonly code: string;
  readonly message: string;
  readonly at: Date;
}

interface ProcessProgress {
  /** Highest position handled; undefined before the first event. */
  readonly position: bigint | undefined;
  /** Time when a loop last followed the log; undefined before the first. */
  readonly followedAt: Date | undefined;
  /** Time from which a loop has kept restarting or retrying the same events; undefined while all loops follow the log. */
  readonly stuckSince: Date | undefined;
  /** Last failure, kept after recovery. */
  readonly lastError: LastError | undefined;
}

interface Loop {
  failingSince?: Date | undefined;
  /** Time when the loop resumed following the log after a failure. */
  recoveredAt?: Date | undefined;
  handlingSince?: Date | undefined;
}

/**
 * Time without a failure after which a loop counts as recovered; a loop that fails sooner counts as stuck all along.
 */
const RECOVERED_AFTER_MS = 10_000;
const isSettled = ({ recoveredAt }: Loop) =>
  recoveredAt !== undefined && Date.now() - recoveredAt.getTime() >= RECOVERED_AFTER_MS;

const loops = new Set<Loop>();
let position: bigint | undefined;
let followedAt: Date | undefined;
let lastError: LastError | undefined;
let onChange = () => {};

/** Starts to track a loop of this process. */
export function trackProgress(): Progress {
  const loop: Loop = {};
  loops.add(loop);
  return {
    followed(reached) {
      const shouldNotify = followedAt === undefined;
      followedAt = new Date();
      if (reached !== undefined && reached > (position ?? -1n)) position = reached;
      if (loop.failingSince !== undefined) loop.recoveredAt ??= followedAt;
      loop.handlingSince = undefined;
      if (shouldNotify) onChange();
    },
    handling() {
      loop.handlingSince = new Date();
    },
    failed(error) {
      const shouldNotify = loop.failingSince === undefined || isSettled(loop);
      lastError = { ...describe(error), at: new Date() };
      if (shouldNotify) loop.failingSince = lastError.at;
      loop.recoveredAt = undefined;
      loop.handlingSince = undefined;
      if (shouldNotify) onChange();
    },
    end: () => void loops.delete(loop),
  };
}

/** Returns the progress of this process as a whole. */
export function processProgress(): ProcessProgress {
  const since = [...loops].flatMap(
    (loop) => (isSettled(loop) ? undefined : loop.failingSince) ?? loop.handlingSince ?? [],
  );
  const stuckSince = since.sort((a, b) => a.getTime() - b.getTime())[0];
  return { position, followedAt, stuckSince, lastError };
}

/** Calls `listener` when the process follows the log for the first time, and when a loop begins to fail. */
export function onProgressChange(listener: () => void): void {
  onChange = listener;
}

/** Returns an error's message, and its own code, its gRPC type or its name as the code. */
function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'UNKNOWN', message: String(error) };
  const { code, type } = error as { code?: unknown; type?: unknown };
  const own = [code, type].find((each) => typeof each === 'string');
  return { code: own ?? error.name, message: error.message };
}
