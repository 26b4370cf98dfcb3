import type { Impersonation } from './impersonation.ts';

/**
 * Stops an impersonation when the user goes back in the browser (spec 000 §2), within the open page or to this page
 * from another one. In browsers without the Navigation API, only Exit Impersonation stops it. `settled` resolves once
 * the impersonation state is known.
 */
export function stopOnBack({ stop }: Pick<Impersonation, 'stop'>, settled: Promise<unknown>): void {
  const { navigation } = window as Partial<Pick<Window, 'navigation'>>;
  if (!navigation) return;
  navigation.addEventListener('currententrychange', ({ navigationType, from }) => {
    if (navigationType === 'traverse' && isBack(from, navigation.currentEntry)) stop();
  });
  const stopIfCameBack = () => {
    const { activation } = navigation;
    if (activation?.navigationType === 'traverse' && isBack(activation.from, activation.entry)) stop();
  };
  // Without a known session there is no impersonation to stop.
  void settled.then(stopIfCameBack, () => {});
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stopIfCameBack();
  });
}

/** Entries of other sites are null, so returning from another site does not count as going back. */
const isBack = (from: NavigationHistoryEntry | null, to: NavigationHistoryEntry | null) =>
  from !== null && to !== null && to.index < from.index;
