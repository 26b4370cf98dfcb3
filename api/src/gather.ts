interface Waiting<Value> {
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns a lookup of many keys into a lookup of one: what is asked while a lookup is under way goes into the next
 * one together. Each asker gets what was read after it asked; a lookup that fails fails for those who are in it.
 */
export function gather<Value>(
  lookUp: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting = new Map<string, Waiting<Value>[]>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      try {
        const found = await lookUp([...batch.keys()]);
        for (const [key, askers] of batch) for (const { resolve } of askers) resolve(found.get(key));
      } catch (error) {
        for (const askers of batch.values()) for (const { reject } of askers) reject(error);
      }
    }
    isRunning = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const askers = waiting.get(key);
      if (askers) askers.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (!isRunning) void run();
    });
}
