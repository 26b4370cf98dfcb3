import { type Key, useState } from 'react';

/** Holds the selected rows, limited to those in the list. */
export function useSelection(listed: readonly { id: string }[]) {
  const [ids, setIds] = useState<ReadonlySet<Key>>(new Set());
  const selected = new Set(listed.map(({ id }) => id).filter((id) => ids.has(id)));
  const onSelect = (keys: readonly Key[], isSelected: boolean) => {
    const next = new Set<Key>(selected);
    for (const key of keys) isSelected ? next.add(key) : next.delete(key);
    setIds(next);
  };
  return { selected, onSelect, clear: () => setIds(new Set()) };
}
