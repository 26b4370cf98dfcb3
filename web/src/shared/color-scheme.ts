import { useState } from 'react';

/** The component library's storage key, so that portals and public pages have the same scheme. */
const KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

/** Returns the color scheme, initially the one set by the script in the page's head, and a toggle. */
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
