import '../mantine-workspace.css';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { TierGate } from '../../features/client-portal/components/tier-gate.tsx';
import { useLiveNotifications } from '../../features/notifications/use-live-notifications.ts';
import { useClient, useUser } from '../../features/session/context.ts';
import { rememberVisit } from '../../features/session/last-visited.ts';
import { useLiveRefresh } from '../../shared/live/use-live-refresh.ts';
import { useActions } from '../actions/use-actions.ts';
import type { PageHandle } from '../guard.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import classes from './workspace.module.css';

/** Comes once the page is there. */
const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));
const CommandPalette = lazy(async () => ({
  default: (await import('../actions/command-palette.tsx')).CommandPalette,
}));
const ShortcutHelp = lazy(async () => ({
  default: (await import('../actions/shortcut-help.tsx')).ShortcutHelp,
}));

/** The frame of everything behind the sign-in: top bar, sidebar (a drawer on small screens), page. */
export function Component() {
  const user = useUser();
  // Until somebody decides: folded where the page would get too narrow.
  const narrow = useMediaQuery('(width < 1100px)', undefined, { getInitialValueInEffect: false });
  const [chosen, setFolded] = useLocalStorage<boolean | null>({
    key: 'landline.sidebar-folded',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const folded = chosen ?? narrow;
  // There, the menu is a drawer.
  const phone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
  const [drawerOpen, drawer] = useDisclosure(false);
  const fold = useCallback(() => setFolded(!folded), [folded, setFolded]);
  const { actions, palette, help } = useActions(user, fold);
  useLiveRefresh(useLiveNotifications());
  const { pathname, search } = useLocation();
  useEffect(() => rememberVisit(user, pathname, search), [user, pathname, search]);
  // The router leaves for the login page in the same moment; nothing is to be shown meanwhile.
  if (!user) return null;
  return (
    <NuqsAdapter>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <div className={classes.frame} data-folded={folded || undefined}>
        <TopBar user={user} onMenu={drawer.open} onSearch={palette.open} onHelp={help.open} />
        {!phone && (
          <aside className={classes.aside}>
            <Sidebar user={user} folded={folded} onFold={fold} />
          </aside>
        )}
        <main id="page" className={classes.main} tabIndex={-1}>
          <Gated />
        </main>
      </div>
      <Suspense>
        <Overlays user={user} menuOpen={drawerOpen} onCloseMenu={drawer.close} />
      </Suspense>
      <Suspense>
        {palette.isOpen && <CommandPalette actions={actions} opened onClose={palette.close} />}
        {help.isOpen && <ShortcutHelp actions={actions} opened onClose={help.close} />}
      </Suspense>
      <ScrollRestoration
        // Every first load has the key `default`: without this it would open where another address was left.
        getKey={({ key, pathname, search }) => (key === 'default' ? pathname + search : key)}
      />
    </NuqsAdapter>
  );
}

/** The page; behind the tier gate where its row asks for a higher plan than the client has. */
function Gated() {
  const client = useClient()?.client;
  const row = (useMatches().at(-1)?.handle as PageHandle | undefined)?.row;
  if (!client) return <Outlet />;
  return (
    <TierGate needs={row?.tier} has={client.planTier}>
      <Outlet />
    </TierGate>
  );
}
