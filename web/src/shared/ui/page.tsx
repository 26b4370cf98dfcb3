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
  along?: (crumb: Crumb) => Crumb;
  /** Shown beside the title. */
  badge?: ReactNode;
  action?: ReactNode;
  /** Full width, for tables and maps; otherwise at most 1280 px. */
  wide?: boolean;
  children: ReactNode;
}

/** A page of the workspace: breadcrumbs, title, action, content. */
export function Page({ title, subtitle, names, along, badge, action, wide = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Breadcrumbs title={title} names={names} along={along} />
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
