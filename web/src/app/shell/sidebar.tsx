import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { NavLink } from 'react-router-dom';
import { DatasetLinks } from '../../features/datasets/components/dataset-links.tsx';
import type { User } from '../../features/session/user.ts';
import { destinationsOf } from './navigation.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  user: User;
  /** Icons only. */
  folded?: boolean;
  onFold?: () => void;
  onNavigate?: () => void;
}

export function Sidebar({ user, folded = false, onFold, onNavigate }: SidebarProps) {
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.sidebar} data-folded={folded || undefined}>
      <nav aria-label="Main" className={classes.nav}>
        {destinationsOf(user.role).map(({ label, to, icon: Icon }) => (
          <Tooltip key={to} label={label} position="right" disabled={!folded}>
            <NavLink
              to={to}
              end
              className={classes.link ?? ''}
              onClick={onNavigate}
              {...(folded && { 'aria-label': label })}
            >
              <Icon size={18} stroke={1.6} />
              {!folded && label}
            </NavLink>
          </Tooltip>
        ))}
        {!folded && user.role === 'SuperAdmin' && <DatasetLinks onNavigate={onNavigate} />}
      </nav>
      {onFold && (
        <UnstyledButton
          className={classes.fold}
          onClick={onFold}
          aria-label={folded ? 'Unfold the menu' : 'Fold the menu'}
        >
          <FoldIcon size={18} stroke={1.6} />
          {!folded && 'Fold'}
        </UnstyledButton>
      )}
    </div>
  );
}
