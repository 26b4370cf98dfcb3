import type { Impersonation } from './impersonation.ts';

/**
 * The browser's back button ends an impersonation (spec 000 §2). The browser tells how its history moved: within the
 * page that is open, and, when this page was loaded (or thawed) by going back, from the page before. A browser that
 * does not tell leaves Exit Impersonation. `settled`: who acts as whom is known.
 */
export function stopOnBack({ stop }: Pick<Impersonation, 'stop'>, settled: Promise<unknown>): void {
  const { navigation } = window as Partial<Pick<Window, 'navigation'>>;
  if (!navigation) return;
  navigation.addEventListener('currententrychange', ({ navigationType, from }) => {
    if (navigationType === 'traverse' && isBack(from, navigation.currentEntry)) stop();
  });
  const stopIfCameBack = () => {
    const came = navigation.activation;
    if (came?.navigationType === 'traverse' && isBack(came.from, came.entry)) stop();
  };
  void settled.then(stopIfCameBack, () => {});
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stopIfCameBack();
  });
}

/** What was before on another site is unknown here: coming from there is not going back in the product. */
const isBack = (from: NavigationHistoryEntry | null, to: NavigationHistoryEntry | null) =>
  from !== null && to !== null && to.index < from.index;
