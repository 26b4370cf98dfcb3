interface Caller<Value> {
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches single-key lookups: the next lookup loads all keys that callers request during the current one. Each caller gets
 * data read after its request. A failed lookup rejects only the callers of its own batch.
 */
export function createBatchLoader<Value>(
  lookUp: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let nextBatch = new Map<string, Caller<Value>[]>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (nextBatch.size > 0) {
      const batch = nextBatch;
      nextBatch = new Map();
      try {
        const values = await lookUp([...batch.keys()]);
        for (const [key, callers] of batch) for (const { resolve } of callers) resolve(values.get(key));
      } catch (error) {
        for (const callers of batch.values()) for (const { reject } of callers) reject(error);
      }
    }
    isRunning = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const callers = nextBatch.get(key);
      if (callers) callers.push({ resolve, reject });
      else nextBatch.set(key, [{ resolve, reject }]);
      if (!isRunning) void run();
    });
}
