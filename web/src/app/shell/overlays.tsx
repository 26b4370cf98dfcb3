import { Drawer } from '@mantine/core';
import { Toasts } from '../../features/clients/notifications/components/toasts.tsx';
import { SessionWarning } from '../../features/identity/sessions/components/session-warning.tsx';
import type { User } from '../../features/platform/session/user.ts';
import { OutdatedNotice } from './outdated-notice.tsx';
import { Sidebar } from './sidebar.tsx';

interface OverlaysProps {
  user: User;
  /** False while the live connection is lost. */
  isLive: boolean;
  menuOpen: boolean;
  onCloseMenu: () => void;
}

/** Renders toasts, the notice about outdated values, the session warning and the phone menu. */
export function Overlays({ user, isLive, menuOpen, onCloseMenu }: OverlaysProps) {
  return (
    <>
      <Drawer opened={menuOpen} onClose={onCloseMenu} size={264} title="Menu" hiddenFrom="sm" padding="sm">
        <Sidebar user={user} onNavigate={onCloseMenu} />
      </Drawer>
      <SessionWarning />
      <Toasts />
      <OutdatedNotice isLive={isLive} />
    </>
  );
}
