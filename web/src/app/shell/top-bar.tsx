import { ActionIcon, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout, IconMenu2, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { NotificationCenter } from '../../features/notifications/components/notification-center.tsx';
import { useSession } from '../../features/session/context.ts';
import { homeOf, nameOf, type Role, type User } from '../../features/session/user.ts';
import { Brand } from '../../shared/ui/brand.tsx';
import { ColorSchemeToggle } from '../../shared/ui/color-scheme-toggle.tsx';
import classes from './top-bar.module.css';

const PLACES: Record<Role, string> = {
  SuperAdmin: 'Super administration',
  Admin: 'Administration',
  Manager: 'Management',
  Employee: 'Team',
  ClientUser: 'Client portal',
};

/** Where am I, who am I. */
export function TopBar({ user, onMenu }: { user: User; onMenu: () => void }) {
  const session = useSession();
  const name = nameOf(user);
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label="Open the menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Link to={homeOf(user.role)} className={classes.home}>
        <Brand />
      </Link>
      <span className={classes.place}>{PLACES[user.role]}</span>
      <div className={classes.right}>
        <NotificationCenter />
        <ColorSchemeToggle />
        <Menu position="bottom-end" width={220} shadow="md">
          <Menu.Target>
            <UnstyledButton className={classes.user}>
              <span className={classes.avatar} aria-hidden="true">
                {initialsOf(name)}
              </span>
              <span className={classes.name}>{name}</span>
              <VisuallyHidden>, account</VisuallyHidden>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              {name} · {user.role}
            </Menu.Label>
            {user.role !== 'ClientUser' && (
              <Menu.Item component={Link} to="/account" leftSection={<IconSettings size={16} stroke={1.6} />}>
                Account settings
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={session.signOut}>
              Sign Out
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}

function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('');
}
