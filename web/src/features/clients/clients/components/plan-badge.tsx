import type { PlanTier } from '@landline/event-schemas';
import { Tag, type Tone } from '../../../../shared/ui/tag.tsx';

const NAMES: Record<PlanTier, string> = { starter: 'Starter', pro: 'Pro', elite: 'Elite' };
const TONES = { starter: 'good', pro: 'accent', elite: 'notice' } as const satisfies Record<PlanTier, Tone>;

/** A plan's name in its color: starter green, pro purple, elite amber (spec 000 §3). */
export function PlanBadge({ tier, long = false }: { tier: PlanTier | null | undefined; long?: boolean }) {
  // Unknown plans count as starter (spec 000 §3).
  const displayedTier = tier && tier in NAMES ? tier : 'starter';
  return <Tag tone={TONES[displayedTier]}>{planName(displayedTier, long)}</Tag>;
}

export const planName = (tier: PlanTier, long = true) => (long ? `${NAMES[tier]} Plan` : NAMES[tier]);

export const PLAN_OPTIONS = Object.entries(NAMES).map(([value, label]) => ({ value, label }));
