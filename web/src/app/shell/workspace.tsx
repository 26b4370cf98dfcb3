import '../mantine-workspace.css';
import { Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { Toasts } from '../../features/notifications/components/toasts.tsx';
import { useLiveNotifications } from '../../features/notifications/use-live-notifications.ts';
import { SessionWarning } from '../../features/session/components/session-warning.tsx';
import { useUser } from '../../features/session/context.ts';
import { useLiveRefresh } from '../../shared/live/use-live-refresh.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import classes from './workspace.module.css';

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
  const [drawerOpen, drawer] = useDisclosure(false);
  useLiveRefresh(useLiveNotifications());
  // The router leaves for the login page in the same moment; nothing is to be shown meanwhile.
  if (!user) return null;
  return (
    <NuqsAdapter>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <div className={classes.frame} data-folded={folded || undefined}>
        <TopBar user={user} onMenu={drawer.open} />
        <aside className={classes.aside}>
          <Sidebar user={user} folded={folded} onFold={() => setFolded(!folded)} />
        </aside>
        <main id="page" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Drawer opened={drawerOpen} onClose={drawer.close} size={264} title="Menu" hiddenFrom="sm" padding="sm">
        <Sidebar user={user} onNavigate={drawer.close} />
      </Drawer>
      <SessionWarning />
      <Toasts />
      <ScrollRestoration
        // Every first load has the key `default`: without this it would open where another address was left.
        getKey={({ key, pathname, search }) => (key === 'default' ? pathname + search : key)}
      />
    </NuqsAdapter>
  );
}
