import { ActionIcon, Group, Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconKeyboard, IconLogout, IconMenu2, IconSearch, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { NotificationCenter } from '../../features/clients/notifications/components/notification-center.tsx';
import { useSession } from '../../features/identity/sessions/context.ts';
import { lastPortalPath } from '../../features/identity/sessions/last-visited.ts';
import { clientOf, homeOf, nameOf, type Role, type User } from '../../features/platform/session/user.ts';
import { Brand } from '../../shared/ui/brand.tsx';
import { ColorSchemeToggle } from '../../shared/ui/color-scheme-toggle.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { ShortcutKeys } from '../actions/shortcut-keys.tsx';
import { topLinksOf } from './navigation.ts';
import classes from './top-bar.module.css';

const AREA_NAMES: Record<Role, string> = {
  SuperAdmin: 'Super administration',
  Admin: 'Administration',
  Manager: 'Management',
  Employee: 'Team',
  ClientUser: 'Client portal',
};

interface TopBarProps {
  user: User;
  onMenu: () => void;
  onSearch: () => void;
  onHelp: () => void;
}

export function TopBar({ user, onMenu, onSearch, onHelp }: TopBarProps) {
  const client = clientOf(user);
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label="Open menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Link to={client ? '/client/portal' : homeOf(user.role)} className={classes.home}>
        <Brand />
      </Link>
      {client?.product_config.demo_mode && <Tag tone="notice">DEMO</Tag>}
      <span className={classes.place}>{client ? client.name : AREA_NAMES[user.role]}</span>
      <Group gap={4} wrap="nowrap" ml="auto">
        <nav aria-label="Top" className={classes.links}>
          {topLinksOf(user, lastPortalPath(user)).map(({ label, to }) => (
            <Link key={to} to={to} className={classes.link}>
              {label}
            </Link>
          ))}
        </nav>
        <Tooltip
          label={
            <span className={classes.hint}>
              Search and commands <ShortcutKeys shortcut="mod+k" />
            </span>
          }
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Search and commands"
            onClick={onSearch}
          >
            <IconSearch size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <NotificationCenter />
        <ColorSchemeToggle />
        <AccountMenu user={user} onHelp={onHelp} />
      </Group>
    </header>
  );
}

function AccountMenu({ user, onHelp }: Pick<TopBarProps, 'user' | 'onHelp'>) {
  const session = useSession();
  const name = nameOf(user);
  const isImpersonating = user.role !== 'ClientUser' && user.actingAs !== null;
  return (
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
          {name} · {user.role === 'ClientUser' ? user.client.name : user.role}
        </Menu.Label>
        {clientOf(user) === null && (
          <Menu.Item component={Link} to="/account" leftSection={<IconSettings size={16} stroke={1.6} />}>
            Account settings
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          onClick={() => (isImpersonating ? session.impersonation.stop() : session.signOut())}
        >
          {isImpersonating ? 'Exit Impersonation' : 'Sign Out'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('');
}
