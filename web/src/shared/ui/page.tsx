import { Box, Flex, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Breadcrumbs } from './breadcrumbs.tsx';
import classes from './page.module.css';
import type { Crumb } from './page-info.ts';
import { useTitle } from './use-title.ts';

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** Display names of route params in the breadcrumbs. */
  names?: Readonly<Record<string, string | undefined>>;
  /** Adjusts a crumb, e.g. to keep a list's filters. */
  mapCrumb?: (crumb: Crumb) => Crumb;
  /** Shown beside the title. */
  badge?: ReactNode;
  action?: ReactNode;
  /** Full width, for tables and maps; otherwise at most 1280 px. */
  wide?: boolean;
  children: ReactNode;
}

/** A page of the workspace: breadcrumbs, title, action, content. */
export function Page({ title, subtitle, names, mapCrumb, badge, action, wide = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Breadcrumbs title={title} names={names} mapCrumb={mapCrumb} />
      <Flex component="header" gap="12px 24px" wrap="wrap" align="flex-start" justify="space-between" mb={24}>
        <Box flex="1 1 320px" miw={0}>
          <Group gap="4px 12px">
            <h1 className={classes.title}>{title}</h1>
            {badge}
          </Group>
          {subtitle && (
            <Box component="p" maw="72ch" m="4px 0 0" c="dimmed">
              {subtitle}
            </Box>
          )}
        </Box>
        {action && <Box flex="none">{action}</Box>}
      </Flex>
      {children}
    </div>
  );
}
