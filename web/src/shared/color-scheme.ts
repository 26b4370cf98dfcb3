import { useState } from 'react';

/** Where the component library keeps the choice too, so that portals and public pages agree. */
const KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

/** Light or dark: what the page's head has set before the first paint, until somebody changes it. */
export function useColorScheme() {
  const [scheme, setScheme] = useState(() => document.documentElement.getAttribute(ATTRIBUTE) ?? 'light');
  const toggle = () => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    document.documentElement.setAttribute(ATTRIBUTE, next);
    localStorage.setItem(KEY, next);
    // As if another tab had chosen: the component library listens for that.
    window.dispatchEvent(
      new StorageEvent('storage', { key: KEY, newValue: next, storageArea: localStorage }),
    );
    setScheme(next);
  };
  return { dark: scheme === 'dark', toggle };
}
