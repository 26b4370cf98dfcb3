import { useEffect, useRef } from 'react';
import type { Action } from './actions.ts';

/** Longest pause between the keys of a sequence, in milliseconds. */
const MAX_PAUSE_MS = 1_000;
/** Delay before a single-key action runs if its key also begins a sequence, in milliseconds. */
const SINGLE_KEY_DELAY_MS = 400;

type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'timeStamp'>;

/** Creates a matcher that maps key presses and key sequences to actions. */
export function createShortcutMatcher() {
  let previous: { key: string; at: number } | undefined;
  return {
    match(actions: readonly Action[], event: Press, isTyping: boolean): Action | undefined {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const find = (shortcut: string) => actions.find((action) => action.shortcut === shortcut);
      if (event.metaKey || event.ctrlKey) {
        previous = undefined;
        return event.altKey ? undefined : find(`mod+${key}`);
      }
      if (isTyping || event.altKey) return undefined;
      // After the delay, the first key's own action has run.
      const maxPause = previous && find(previous.key) ? SINGLE_KEY_DELAY_MS : MAX_PAUSE_MS;
      const sequence = previous && event.timeStamp - previous.at < maxPause ? `${previous.key} ${key}` : '';
      previous = { key, at: event.timeStamp };
      const action = find(sequence) ?? find(key);
      if (action && !(action.shortcut === key && beginsSequence(actions, key))) previous = undefined;
      return action;
    },
  };
}

/** Returns whether a key begins a sequence. If it does, the key's own action waits for the next key press. */
export const beginsSequence = (actions: readonly Action[], key: string) =>
  actions.some(({ shortcut }) => shortcut?.startsWith(`${key} `));

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];
const TEXT_FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/**
 * Runs actions from the keyboard, except while a dialog is open. While the user types, only shortcuts with Ctrl or
 * Command run.
 */
export function useShortcuts(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  }, [actions]);
  useEffect(() => {
    const matcher = createShortcutMatcher();
    let waiting: { action: Action; timer: ReturnType<typeof setTimeout> } | undefined;
    const settle = (perform: boolean) => {
      clearTimeout(waiting?.timer);
      const action = waiting?.action;
      waiting = undefined;
      if (perform) action?.perform();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || MODIFIERS.includes(event.key)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      const isTyping = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null;
      const action = matcher.match(latest.current, event, isTyping);
      const isContinued = action?.shortcut?.startsWith(`${waiting?.action.shortcut} `);
      settle(event.key !== 'Escape' && !isContinued);
      if (!action) return;
      event.preventDefault();
      if (action.shortcut && beginsSequence(latest.current, action.shortcut)) {
        waiting = { action, timer: setTimeout(() => settle(true), SINGLE_KEY_DELAY_MS) };
      } else action.perform();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      settle(false);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}
