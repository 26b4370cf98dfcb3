import { use } from 'react';
import { Link } from 'react-router-dom';
import classes from './breadcrumbs.module.css';
import { type Crumb, PageInfoContext } from './page-info.ts';

interface BreadcrumbsProps {
  /** Label of the page itself (default: its title). */
  title?: string;
  /** Known display names of route params. */
  names?: Readonly<Record<string, string | undefined>> | undefined;
  /** Adjusts a crumb, e.g. to keep a list's filters. */
  mapCrumb?: ((crumb: Crumb) => Crumb) | undefined;
}

/** The page's breadcrumbs, from the page table; renders nothing if there are none. */
export function Breadcrumbs({ title, names, mapCrumb = (crumb) => crumb }: BreadcrumbsProps) {
  const page = use(PageInfoContext);
  const trail = page.trail(names).map(mapCrumb);
  if (trail.length === 0) return null;
  return (
    <nav data-screen="" aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        {trail.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page" title={title ?? page.title}>
          {title ?? page.title}
        </li>
      </ol>
    </nav>
  );
}
