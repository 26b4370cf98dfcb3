import type { ReactNode } from 'react';
import { Breadcrumbs } from './breadcrumbs.tsx';
import classes from './page.module.css';
import type { Crumb } from './place.ts';
import { useTitle } from './use-title.ts';

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** What parts of the address are called in the breadcrumbs. */
  names?: Readonly<Record<string, string | undefined>>;
  /** Changes a breadcrumb, so that a list is found as it was left. */
  along?: (crumb: Crumb) => Crumb;
  /** Beside the title: what kind of thing this is. */
  badge?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
  /** Tables and maps take the full width; the rest is held to 1280 px. */
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
