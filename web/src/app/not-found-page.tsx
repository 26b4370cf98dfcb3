import { IconMapOff } from '@tabler/icons-react';
import { ButtonLink } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/states.tsx';
import { useTitle } from '../shared/ui/use-title.ts';
import classes from './not-found-page.module.css';

/** An address that leads nowhere. */
export function NotFoundPage() {
  useTitle('Page Not Found');
  return (
    <main className={classes.page}>
      <EmptyState
        as="h1"
        title="Page Not Found"
        icon={<IconMapOff size={24} stroke={1.5} />}
        action={<ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>}
      >
        Nothing lives at this address. It may have been moved or mistyped.
      </EmptyState>
    </main>
  );
}
