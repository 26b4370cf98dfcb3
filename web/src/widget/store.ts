/** What a widget remembers on its page's site. Storage may be forbidden: it then forgets when the page goes. */
export interface Store {
  get(name: Name): string | null;
  set(name: Name, value: string | null): void;
  /** Told when another tab has changed something. */
  onChange(listener: (name: string) => void): () => void;
}

/** `key` opens the conversation, `beat` moves when it was added to, `user` is whose it is; `open` and `token` are this tab's. */
type Name = 'key' | 'beat' | 'user' | 'hiddenUntil' | 'dismissed' | 'open' | 'token';

const OF_TAB: readonly Name[] = ['open', 'token', 'dismissed'];

export function createStore(clientId: string): Store {
  const memory = new Map<Name, string>();
  const prefix = `landline:${clientId}:`;
  const storageOf = (name: Name): Storage | undefined => {
    try {
      return OF_TAB.includes(name) ? sessionStorage : localStorage;
    } catch {
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
        // Full, or forbidden: memory has it.
      }
    },
    onChange(listener) {
      const changed = ({ key }: StorageEvent) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length));
      };
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
  };
}
