import type { PlanTier } from '@landline/event-schemas';
import { Box, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mailtoLink } from '../../../../shared/mailboxes.ts';
import { planName } from '../../clients/components/plan-badge.tsx';
import classes from './tier-gate.module.css';

/** Copy of `PLAN_TIERS`, because event-schemas is too large to load with every portal page. */
const TIERS = ['starter', 'pro', 'elite'] as const satisfies readonly PlanTier[];

interface TierGateProps {
  /** Lowest plan with access. */
  needs: PlanTier | undefined;
  has: PlanTier;
  children: ReactNode;
}

/** Blurs a feature of a higher plan behind an upgrade offer (spec 000 §6). */
export function TierGate({ needs, has, children }: TierGateProps) {
  if (!needs || TIERS.indexOf(has) >= TIERS.indexOf(needs)) return children;
  const subject = `Upgrade to the ${planName(needs)}`;
  return (
    <div className={classes.gate}>
      <div className={classes.content} inert>
        {children}
      </div>
      <section className={classes.offer} aria-labelledby="tier-gate">
        <IconLock size={22} stroke={1.6} />
        <Box component="h2" id="tier-gate" m={0} fz="1.125rem" fw={620}>
          {planName(needs)} Required
        </Box>
        <Box component="p" m="0 0 8px" c="dimmed">
          Your current plan is the {planName(has)}.
        </Box>
        <Button component="a" href={mailtoLink('support', subject)}>
          Upgrade
        </Button>
      </section>
    </div>
  );
}
