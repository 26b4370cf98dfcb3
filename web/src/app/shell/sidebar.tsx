import { Stack, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Fragment, use } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { lastPortalPath } from '../../features/identity/sessions/last-visited.ts';
import type { User } from '../../features/platform/session/user.ts';
import { DatasetLinks } from '../../features/property/datasets/components/dataset-links.tsx';
import { PageInfoContext } from '../../shared/ui/page-info.ts';
import { destinationsOf, isCurrent, sectionOf, topLinksOf } from './navigation.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  user: User;
  /** Shows icons only. */
  collapsed?: boolean;
  onToggle?: () => void;
  /** Set in the phone drawer, which also lists the top bar's links. */
  onNavigate?: () => void;
}

export function Sidebar({ user, collapsed = false, onToggle, onNavigate }: SidebarProps) {
  const { pathname, search } = useLocation();
  const ToggleIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const destinations = destinationsOf(user);
  const section = sectionOf(destinations, use(PageInfoContext).trail());
  const more = topLinksOf(user, lastPortalPath(user)).filter(
    ({ label }) => !destinations.some((destination) => destination.label === label),
  );
  return (
    <Stack gap={0} h="100%" p={12} data-collapsed={collapsed || undefined}>
      <nav aria-label="Main" className={classes.nav}>
        {destinations.map((destination) => {
          const { label, to, icon: DestinationIcon, hasDatasets, disabled } = destination;
          const current = isCurrent(destination, pathname, search)
            ? 'page'
            : destination === section || undefined;
          const content = (
            <>
              <DestinationIcon size={18} stroke={1.6} />
              {!collapsed && label}
            </>
          );
          const name = collapsed ? { 'aria-label': label } : {};
          const link =
            disabled === undefined ? (
              <Link to={to} className={classes.link} aria-current={current} onClick={onNavigate} {...name}>
                {content}
              </Link>
            ) : (
              // A focusable link without a target, so that its tooltip can explain why the destination is disabled.
              <a role="link" aria-disabled="true" tabIndex={0} className={classes.link} {...name}>
                {content}
              </a>
            );
          return (
            <Fragment key={to}>
              {collapsed || disabled !== undefined ? (
                <Tooltip
                  label={[collapsed && label, disabled].filter(Boolean).join(': ')}
                  position="right"
                  events={{ hover: true, focus: true, touch: disabled !== undefined }}
                >
                  {link}
                </Tooltip>
              ) : (
                link
              )}
              {hasDatasets && !collapsed && <DatasetLinks onNavigate={onNavigate} />}
            </Fragment>
          );
        })}
      </nav>
      {onNavigate && more.length > 0 && (
        <nav aria-label="More" className={classes.more}>
          {more.map(({ label, to }) => (
            <Link key={to} to={to} className={classes.link} onClick={onNavigate}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      {onToggle && (
        <UnstyledButton
          className={classes.toggle}
          onClick={onToggle}
          aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
        >
          <ToggleIcon size={18} stroke={1.6} />
          {!collapsed && 'Collapse'}
        </UnstyledButton>
      )}
    </Stack>
  );
}
