import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { DatasetLinks } from '../../features/datasets/components/dataset-links.tsx';
import { lastPlace } from '../../features/session/last-visited.ts';
import type { User } from '../../features/session/user.ts';
import { destinationsOf, isHere, topLinksOf } from './navigation.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  user: User;
  /** Icons only. */
  folded?: boolean;
  onFold?: () => void;
  /** Given in the drawer, which has the top bar's links as well. */
  onNavigate?: () => void;
}

/** Where somebody can go. */
export function Sidebar({ user, folded = false, onFold, onNavigate }: SidebarProps) {
  const { pathname, search } = useLocation();
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const destinations = destinationsOf(user);
  return (
    <div className={classes.sidebar} data-folded={folded || undefined}>
      <nav aria-label="Main" className={classes.nav}>
        {destinations.map((destination) => {
          const { label, to, icon: DestinationIcon, hasDatasets } = destination;
          const link = (
            <Link
              to={to}
              className={classes.link}
              aria-current={isHere(destination, pathname, search) ? 'page' : undefined}
              onClick={onNavigate}
              {...(folded && { 'aria-label': label })}
            >
              <DestinationIcon size={18} stroke={1.6} />
              {!folded && label}
            </Link>
          );
          return (
            <Fragment key={to}>
              {folded ? (
                <Tooltip label={label} position="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
              {hasDatasets && !folded && <DatasetLinks onNavigate={onNavigate} />}
            </Fragment>
          );
        })}
      </nav>
      {onNavigate && (
        <nav aria-label="More" className={classes.more}>
          {topLinksOf(user, lastPlace(user))
            .filter(({ label }) => destinations.every((destination) => destination.label !== label))
            .map(({ label, to }) => (
              <Link key={to} to={to} className={classes.link} onClick={onNavigate}>
                {label}
              </Link>
            ))}
        </nav>
      )}
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
