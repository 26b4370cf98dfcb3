import { Drawer } from '@mantine/core';
import { Toasts } from '../../features/notifications/components/toasts.tsx';
import { SessionWarning } from '../../features/session/components/session-warning.tsx';
import type { User } from '../../features/session/user.ts';
import { Sidebar } from './sidebar.tsx';

interface OverlaysProps {
  user: User;
  menuOpen: boolean;
  onCloseMenu: () => void;
}

/** What lies over the page when there is something to say, and the menu of small screens. */
export function Overlays({ user, menuOpen, onCloseMenu }: OverlaysProps) {
  return (
    <>
      <Drawer opened={menuOpen} onClose={onCloseMenu} size={264} title="Menu" hiddenFrom="sm" padding="sm">
        <Sidebar user={user} onNavigate={onCloseMenu} />
      </Drawer>
      <SessionWarning />
      <Toasts />
    </>
  );
}
