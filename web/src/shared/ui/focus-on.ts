/** Callback ref that moves the focus to an element when it appears. */
export const focusOn = (element: HTMLElement | null): void => element?.focus();
