import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { PRODUCT } from '../shared/product.ts';
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
        action={
          <Button component={Link} to="/">
            Go to Dashboard
          </Button>
        }
      >
        Nothing lives at this address. It may have been moved or mistyped.
      </EmptyState>
    </main>
  );
}
