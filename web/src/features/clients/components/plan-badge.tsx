import type { PlanTier } from '@landline/event-schemas';
import classes from './plan-badge.module.css';

const NAMES: Record<PlanTier, string> = { starter: 'Starter', pro: 'Pro', elite: 'Elite' };

/** A plan by its name and in its colour: starter green, pro purple, elite amber (spec 000 §3). */
export function PlanBadge({ tier, long = false }: { tier: PlanTier | null | undefined; long?: boolean }) {
  // Unknown plans are starter (spec 000 §3).
  const known = tier && tier in NAMES ? tier : 'starter';
  return (
    <span className={classes.badge} data-tier={known}>
      {planName(known, long)}
    </span>
  );
}

export const planName = (tier: PlanTier, long = true) => (long ? `${NAMES[tier]} Plan` : NAMES[tier]);

export const PLAN_OPTIONS = Object.entries(NAMES).map(([value, label]) => ({ value, label }));
