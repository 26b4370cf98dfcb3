import '../mantine-workspace.css';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { TierGate } from '../../features/clients/client-portal/components/tier-gate.tsx';
import { useLiveNotifications } from '../../features/clients/notifications/use-live-notifications.ts';
import { rememberVisit } from '../../features/identity/sessions/last-visited.ts';
import { useClient, useUser } from '../../features/platform/session/context.ts';
import { useLiveRefresh } from '../../shared/live/use-live-refresh.ts';
import { SkipLink } from '../../shared/ui/skip-link.tsx';
import { useActions } from '../actions/use-actions.ts';
import type { PageHandle } from '../guard.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import classes from './workspace.module.css';

/** Loaded after the page. */
const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));
const CommandPalette = lazy(async () => ({
  default: (await import('../actions/command-palette.tsx')).CommandPalette,
}));
const ShortcutHelp = lazy(async () => ({
  default: (await import('../actions/shortcut-help.tsx')).ShortcutHelp,
}));

/** The frame of all signed-in pages: top bar, sidebar (a drawer on phones), page. */
export function Component() {
  const user = useUser();
  // Collapsed by default in windows too narrow for the sidebar and a page.
  const isNarrow = useMediaQuery('(width < 1100px)', undefined, { getInitialValueInEffect: false });
  const [storedCollapsed, setCollapsed] = useLocalStorage<boolean | null>({
    key: 'landline.sidebar-folded',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const collapsed = storedCollapsed ?? isNarrow;
  const isPhone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
  const [drawerOpen, drawer] = useDisclosure(false);
  const toggleSidebar = useCallback(() => setCollapsed(!collapsed), [collapsed, setCollapsed]);
  const { actions, palette, help } = useActions(user, toggleSidebar);
  const isLive = useLiveRefresh(useLiveNotifications());
  const { pathname, search } = useLocation();
  useEffect(() => rememberVisit(user, pathname, search), [user, pathname, search]);
  // The router is already navigating to the login page.
  if (!user) return null;
  return (
    <NuqsAdapter>
      <SkipLink />
      <div className={classes.frame} data-collapsed={collapsed || undefined}>
        <TopBar user={user} onMenu={drawer.open} onSearch={palette.open} onHelp={help.open} />
        {!isPhone && (
          <aside className={classes.aside}>
            <Sidebar user={user} collapsed={collapsed} onToggle={toggleSidebar} />
          </aside>
        )}
        <main id="page" className={classes.main} tabIndex={-1}>
          <GatedPage />
        </main>
      </div>
      <Suspense>
        <Overlays user={user} isLive={isLive} menuOpen={drawerOpen} onCloseMenu={drawer.close} />
      </Suspense>
      <Suspense>
        {palette.isOpen && <CommandPalette actions={actions} opened onClose={palette.close} />}
        {help.isOpen && <ShortcutHelp actions={actions} opened onClose={help.close} />}
      </Suspense>
      <ScrollRestoration
        // The first load always has the key `default`, which would restore another page's position.
        getKey={({ key, pathname, search }) => (key === 'default' ? pathname + search : key)}
      />
    </NuqsAdapter>
  );
}

/** Renders the page, behind the tier gate if its row needs a higher plan. */
function GatedPage() {
  const client = useClient()?.client;
  const row = (useMatches().at(-1)?.handle as PageHandle | undefined)?.row;
  // Unsaved input, open dialogs and page numbers belong to one entity, so another path starts with a new page.
  const page = <Outlet key={useLocation().pathname} />;
  if (!client) return page;
  return (
    <TierGate needs={row?.tier} has={client.planTier}>
      {page}
    </TierGate>
  );
}
