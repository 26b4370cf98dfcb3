import { useEffect, useState } from 'react';

/**
 * Returns the focus to the control that opened a modal when the modal is unmounted; if the control has been removed, to
 * the closest list or page around it that can have the focus. Mantine returns it only if the modal stays mounted.
 */
export function useOpenerFocus(isOpened = true): void {
  const [targets] = useState(() => (isOpened ? focusTargetsOf(document.activeElement) : []));
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      targets.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
    },
    [targets],
  );
}

/** Returns an element and the ancestors that can have the focus, from the inside out. */
function focusTargetsOf(element: Element | null): HTMLElement[] {
  const targets: HTMLElement[] = [];
  if (element instanceof HTMLElement) targets.push(element);
  for (let around = element?.parentElement; around; around = around.parentElement)
    if (around.tabIndex === -1 && around.hasAttribute('tabindex')) targets.push(around);
  return targets;
}
