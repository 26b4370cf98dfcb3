import { useState } from 'react';

/** Shared with the component library, so that portals and public pages agree. */
const KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

/** Returns the color scheme, initially the one the page's head has set, and a toggle. */
export function useColorScheme() {
  const [scheme, setScheme] = useState(() => document.documentElement.getAttribute(ATTRIBUTE) ?? 'light');
  const toggle = () => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    document.documentElement.setAttribute(ATTRIBUTE, next);
    localStorage.setItem(KEY, next);
    // Notifies the component library, which listens for changes in other tabs.
    window.dispatchEvent(
      new StorageEvent('storage', { key: KEY, newValue: next, storageArea: localStorage }),
    );
    setScheme(next);
  };
  return { dark: scheme === 'dark', toggle };
}
