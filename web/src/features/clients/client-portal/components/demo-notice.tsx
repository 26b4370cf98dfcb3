import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlask } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './demo-notice.module.css';

/** Loaded when opened. */
const EvaluationAgreement = lazy(() => import('./evaluation-agreement.tsx'));

/** Marks a demo account and links its terms (spec 000 §1). */
export function DemoNotice() {
  const [asked, setAsked] = useState(false);
  const [open, { open: show, close }] = useDisclosure(false, { onOpen: () => setAsked(true) });
  return (
    <aside className={classes.notice} aria-label="Demo Account">
      <IconFlask size={18} stroke={1.6} />
      <p className={classes.text}>
        <strong>Demo Account</strong> This account is for evaluation, and some features are unavailable.
      </p>
      <Button variant="subtle" size="compact-sm" onClick={show}>
        View Terms
      </Button>
      <Suspense>{asked && <EvaluationAgreement opened={open} onClose={close} />}</Suspense>
    </aside>
  );
}
