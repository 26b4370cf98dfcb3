import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import { useSession } from '../../sessions/context.ts';
import classes from './impersonation-banner.module.css';

/** Shown on every page during impersonation (spec 000 §2). */
export default function ImpersonationBanner() {
  const { impersonation } = useSession();
  const client = useSelector(impersonation.actor, ({ context }) => context.client);
  const stopping = useSelector(impersonation.actor, (snapshot) => snapshot.matches('stopping'));
  const strip = useRef<HTMLElement>(null);
  // Sticky elements stay below the strip.
  useLayoutEffect(() => {
    const style = document.documentElement.style;
    style.setProperty('--banner', `${client ? (strip.current?.offsetHeight ?? 0) : 0}px`);
    return () => void style.removeProperty('--banner');
  }, [client]);
  if (!client) return null;
  return (
    <aside ref={strip} className={classes.strip} aria-label="Impersonation">
      <p className={classes.text}>
        <strong>Impersonating: {client.name}</strong>
        <span className={classes.note}>All actions are recorded.</span>
      </p>
      <button type="button" className={classes.exit} onClick={impersonation.stop} aria-disabled={stopping}>
        Exit Impersonation
      </button>
    </aside>
  );
}
