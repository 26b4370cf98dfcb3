import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlask } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './demo-notice.module.css';

const EvaluationAgreement = lazy(() => import('./evaluation-agreement.tsx'));

/** Marks a demo account and links its terms (spec 000 §1). */
export function DemoNotice() {
  // Stays true, so that closing the agreement is animated.
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  return (
    <aside className={classes.notice} aria-label="Demo Account">
      <IconFlask size={18} stroke={1.6} />
      <p className={classes.text}>
        <strong>Demo Account</strong> This account is for evaluation, and some features are unavailable.
      </p>
      <Button variant="subtle" size="compact-sm" onClick={open}>
        View Terms
      </Button>
      <Suspense>{wasOpened && <EvaluationAgreement opened={isOpen} onClose={close} />}</Suspense>
    </aside>
  );
}
