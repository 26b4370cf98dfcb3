import { Drawer } from '@mantine/core';
import { Toasts } from '../../features/clients/notifications/components/toasts.tsx';
import { SessionWarning } from '../../features/identity/sessions/components/session-warning.tsx';
import type { User } from '../../features/platform/session/user.ts';
import { Sidebar } from './sidebar.tsx';

interface OverlaysProps {
  user: User;
  menuOpen: boolean;
  onCloseMenu: () => void;
}

/** Renders toasts, the session warning and the phone menu. */
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
