import { Anchor } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PRODUCT } from '../product.ts';
import classes from './page.module.css';

export interface Crumb {
  label: string;
  to: string;
}

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** The way here, outermost first; the page itself is added. */
  crumbs?: readonly Crumb[];
  /** Beside the title: what kind of thing this is. */
  badge?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
  /** Tables and maps take the full width; the rest is held to 1280 px. */
  wide?: boolean;
  children: ReactNode;
}

/** A page of the workspace: breadcrumbs, title, action, content. */
export function Page({ title, subtitle, crumbs = [], badge, action, wide = false, children }: PageProps) {
  useDocumentTitle(`${title} · ${PRODUCT}`);
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol className={classes.crumbs}>
            {crumbs.map(({ label, to }) => (
              <li key={to}>
                <Anchor component={Link} to={to} c="dimmed" size="sm">
                  {label}
                </Anchor>
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <header className={classes.header}>
        <div className={classes.heading}>
          <div className={classes.titleRow}>
            <h1 className={classes.title}>{title}</h1>
            {badge}
          </div>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </header>
      {children}
    </div>
  );
}
