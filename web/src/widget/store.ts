/** Storage of a widget on its site. Values stay in memory if the browser forbids storage. */
export interface Store {
  get(name: Name): string | null;
  set(name: Name, value: string | null): void;
  /** Calls the listener when another tab changes a value. */
  onChange(listener: (name: string) => void): () => void;
}

/**
 * `key` opens the conversation, `beat` is the time of its last answer, and `user` is its owner. `hiddenUntil` is a time
 * in milliseconds since 1970.
 */
type Name = 'key' | 'beat' | 'user' | 'hiddenUntil' | 'dismissed' | 'open' | 'token';

/** Names whose values belong to one tab. */
const SESSION_KEYS: readonly Name[] = ['open', 'token', 'dismissed'];

export function createStore(clientId: string): Store {
  const memory = new Map<Name, string>();
  const prefix = `landline:${clientId}:`;
  const storageOf = (name: Name): Storage | undefined => {
    try {
      return SESSION_KEYS.includes(name) ? sessionStorage : localStorage;
    } catch {
      // Storage is forbidden.
      return undefined;
    }
  };
  return {
    get: (name) => storageOf(name)?.getItem(prefix + name) ?? memory.get(name) ?? null,
    set(name, value) {
      if (value === null) memory.delete(name);
      else memory.set(name, value);
      try {
        if (value === null) storageOf(name)?.removeItem(prefix + name);
        else storageOf(name)?.setItem(prefix + name, value);
      } catch {
        // Storage is full or forbidden: the value stays in memory.
      }
    },
    onChange(listener) {
      const onStorage = ({ key }: StorageEvent) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length));
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}
