import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './form.module.css';

export function BackLink({ to }: { to: string }) {
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden="true" /> Back
    </Link>
  );
}
