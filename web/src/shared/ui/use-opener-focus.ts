import { useEffect, useState } from 'react';

/**
 * Returns the focus to the control that opened a modal when the modal is unmounted. Mantine returns it only if the modal
 * stays mounted.
 */
export function useOpenerFocus(isOpened = true): void {
  const [opener] = useState(() => (isOpened ? document.activeElement : null));
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) {
        opener.focus({ preventScroll: true });
      }
    },
    [opener],
  );
}
