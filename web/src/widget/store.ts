/** Storage of a widget on its site. Values stay in memory if storage is full or forbidden. */
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
  /** Throws if the browser forbids storage. */
  const storageOf = (name: Name) => (SESSION_KEYS.includes(name) ? sessionStorage : localStorage);
  return {
    get(name) {
      try {
        return memory.get(name) ?? storageOf(name).getItem(prefix + name);
      } catch {
        return null;
      }
    },
    set(name, value) {
      // A stored value is not kept in memory as well: another tab may remove it.
      memory.delete(name);
      try {
        if (value === null) storageOf(name).removeItem(prefix + name);
        else storageOf(name).setItem(prefix + name, value);
      } catch {
        if (value !== null) memory.set(name, value);
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
