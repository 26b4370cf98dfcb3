import { useDocumentTitle } from '@mantine/hooks';
import { IconMapOff } from '@tabler/icons-react';
import { PRODUCT } from '../shared/product.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/states.tsx';
import classes from './not-found-page.module.css';

/** An address that leads nowhere. */
export function NotFoundPage() {
  useDocumentTitle(`Page Not Found · ${PRODUCT}`);
  return (
    <main className={classes.page}>
      <EmptyState
        title="Page Not Found"
        icon={<IconMapOff size={24} stroke={1.5} />}
        action={<ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>}
      >
        Nothing lives at this address. It may have been moved or mistyped.
      </EmptyState>
    </main>
  );
}
