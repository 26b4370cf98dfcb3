import { use } from 'react';
import { Link } from 'react-router-dom';
import classes from './breadcrumbs.module.css';
import { type Crumb, PlaceContext } from './place.ts';

interface BreadcrumbsProps {
  /** What the page itself is called, where that is not its title. */
  title?: string;
  /** What parts of the address are called, as far as that is known. */
  names?: Readonly<Record<string, string | undefined>> | undefined;
  /** Changes the way here: what was left is found as it was. */
  along?: ((crumb: Crumb) => Crumb) | undefined;
}

/** The way to the page, from the table of pages; nothing where it has none. */
export function Breadcrumbs({ title, names, along = (crumb) => crumb }: BreadcrumbsProps) {
  const place = use(PlaceContext);
  const trail = place.trail(names).map(along);
  if (trail.length === 0) return null;
  return (
    <nav data-screen="" aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        {trail.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page" title={title ?? place.title}>
          {title ?? place.title}
        </li>
      </ol>
    </nav>
  );
}
