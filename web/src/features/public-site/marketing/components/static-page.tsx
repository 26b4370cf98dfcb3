import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Breadcrumbs } from '../../../../shared/ui/breadcrumbs.tsx';
import classes from './static-page.module.css';

interface StaticPageProps {
  title: string;
  lead?: ReactNode;
  /** Target of the Back link. */
  back?: string;
  children: ReactNode;
}

export function StaticPage({ title, lead, back = '/', children }: StaticPageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.navigation}>
        <Link to={back} className={classes.back} aria-label="Back">
          <IconArrowLeft size={16} stroke={1.8} />
        </Link>
        <Breadcrumbs />
      </div>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
