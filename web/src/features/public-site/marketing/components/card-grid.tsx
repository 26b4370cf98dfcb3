import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import common from '../../../../shared/ui/common.module.css';
import classes from './card-grid.module.css';

interface CardContent {
  title: string;
  text: string;
  Icon?: ComponentType<{ size: number; stroke: number; className?: string | undefined }>;
  Drawing?: ComponentType<{ className?: string | undefined }>;
  source?: string;
  /** Makes the whole card a link: a path of this site, or an `https:` URL that opens in a new tab. */
  to?: string;
  /** Label below the text of a linked card. */
  linkLabel?: ReactNode;
  action?: ReactNode;
}

interface CardGridProps {
  cards: readonly CardContent[];
  heading?: 'h2' | 'h3';
}

export function CardGrid({ cards, heading: Heading = 'h2' }: CardGridProps) {
  return (
    <ul className={classes.grid}>
      {cards.map(({ title, text, Icon, Drawing, source, to, linkLabel, action }) => (
        <li key={title} className={classes.card}>
          {Icon && <Icon size={26} stroke={1.5} className={classes.icon} />}
          {Drawing && <Drawing className={classes.drawing} />}
          {source && <p className={classes.source}>{source}</p>}
          <Heading className={classes.title}>
            <CardTitle title={title} to={to} />
          </Heading>
          <p className={classes.text}>{text}</p>
          {linkLabel && (
            <span className={classes.onward} aria-hidden="true">
              {linkLabel}
            </span>
          )}
          {action && <div className={classes.action}>{action}</div>}
        </li>
      ))}
    </ul>
  );
}

function CardTitle({ title, to }: { title: string; to: string | undefined }) {
  if (to === undefined) return title;
  const props = { className: `${common.cover} ${classes.stretched}`, children: title };
  return to.startsWith('https:') ? (
    <a href={to} target="_blank" rel="noreferrer" {...props} />
  ) : (
    <Link to={to} {...props} />
  );
}
