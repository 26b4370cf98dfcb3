import { Box } from '@mantine/core';
import { type Icon, IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import common from './common.module.css';
import classes from './link-card.module.css';

interface LinkCardProps {
  title: string;
  to: string;
  icon: Icon;
  children: ReactNode;
}

/** A card that links to a page and describes it. */
export function LinkCard({ title, to, icon: CardIcon, children }: LinkCardProps) {
  return (
    <li className={classes.card}>
      <CardIcon size={20} stroke={1.5} className={classes.icon} />
      <div>
        <Box component="h2" m={0} fz="md" fw={600}>
          <Link to={to} className={common.cover}>
            {title}
          </Link>
        </Box>
        <Box component="p" m="2px 0 0" c="dimmed">
          {children}
        </Box>
      </div>
      <IconArrowRight size={16} stroke={1.6} className={classes.arrow} />
    </li>
  );
}

export function LinkCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {children}
    </ul>
  );
}
