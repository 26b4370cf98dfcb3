import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { Brand } from '../shared/ui/brand.tsx';
import { ButtonLink } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/states.tsx';
import { useTitle } from '../shared/ui/use-title.ts';
import classes from './not-found-page.module.css';

export function NotFoundPage() {
  useTitle('Page Not Found');
  return (
    <>
      <header className={classes.top}>
        <Link to="/" className={classes.home}>
          <Brand />
        </Link>
      </header>
      <main className={classes.page}>
        <EmptyState
          as="h1"
          title="Page Not Found"
          icon={IconMapOff}
          action={<ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>}
        >
          There is no page at this URL. Check the URL, or go to your dashboard.
        </EmptyState>
      </main>
    </>
  );
}
