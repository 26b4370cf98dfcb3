import { useEffect, useRef } from 'react';
import type { Action } from './actions.ts';

/** Keys of a sequence follow each other within so long. */
const SEQUENCE_MS = 1_000;

type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'timeStamp'>;

/** Finds the action of the keys that are pressed, one after another. */
export function createShortcuts() {
  let before: { key: string; at: number } | undefined;
  return {
    press(actions: readonly Action[], event: Press, isTyping: boolean): Action | undefined {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const find = (shortcut: string) => actions.find((action) => action.shortcut === shortcut);
      if (event.metaKey || event.ctrlKey) {
        before = undefined;
        return event.altKey ? undefined : find(`mod+${key}`);
      }
      if (isTyping || event.altKey) return undefined;
      const sequence = before && event.timeStamp - before.at <= SEQUENCE_MS ? `${before.key} ${key}` : '';
      before = { key, at: event.timeStamp };
      const found = find(sequence) ?? find(key);
      if (found) before = undefined;
      return found;
    },
  };
}

const TYPING = 'input, textarea, select, [contenteditable="true"]';

/** Runs actions from the keyboard, unless somebody types or a dialog is open. */
export function useShortcuts(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  }, [actions]);
  useEffect(() => {
    const shortcuts = createShortcuts();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || document.querySelector('[aria-modal="true"]')) return;
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const action = shortcuts.press(latest.current, event, isTyping);
      if (!action) return;
      event.preventDefault();
      action.perform();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
