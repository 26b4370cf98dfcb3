import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../features/identity/sessions/context.ts';
import type { User } from '../../features/platform/session/user.ts';
import { useOfferedActions } from '../../shared/page-actions.ts';
import { visitorOf } from '../visitor.ts';
import { type Action, actionsFor } from './actions.ts';
import { useShortcuts } from './shortcuts.ts';

/** Returns the user's actions, bound to the keyboard, and the state of the palette and the shortcut sheet. */
export function useActions(user: User | null, toggleSidebar: () => void) {
  const session = useSession();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const [paletteOpen, palette] = useDisclosure();
  const [helpOpen, help] = useDisclosure();
  const pageActions = useOfferedActions();
  const globalActions = useMemo(
    () =>
      actionsFor(visitorOf(user), {
        navigate: (to) => void navigate(to),
        openPalette: palette.open,
        openHelp: help.open,
        toggleSidebar,
        switchColors: () => setColorScheme(dark ? 'light' : 'dark'),
        signOut: () => session.signOut(),
      }),
    [user, navigate, palette.open, help.open, toggleSidebar, setColorScheme, dark, session],
  );
  const actions = useMemo(
    () => [...pageActions.map((action): Action => ({ ...action, group: 'This page' })), ...globalActions],
    [pageActions, globalActions],
  );
  useShortcuts(actions);
  return { actions, palette: { ...palette, isOpen: paletteOpen }, help: { ...help, isOpen: helpOpen } };
}
