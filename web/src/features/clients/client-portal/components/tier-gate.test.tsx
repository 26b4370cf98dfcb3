import type { PlanTier } from '@landline/event-schemas';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TierGate } from './tier-gate.tsx';

const renderGate = (needs: PlanTier | undefined, has: PlanTier) =>
  renderToStaticMarkup(
    <MantineProvider>
      <TierGate needs={needs} has={has}>
        <b>The feature</b>
      </TierGate>
    </MantineProvider>,
  );

beforeEach(() => {
  vi.stubGlobal('window', { location: { hostname: 'landline.example' } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [undefined, 'starter'],
  ['starter', 'starter'],
  ['pro', 'pro'],
  ['pro', 'elite'],
] as const)('shows a feature that needs %s to a client with %s', (needs, has) => {
  expect(renderGate(needs, has)).toContain('<b>The feature</b>');
  expect(renderGate(needs, has)).not.toContain('Required');
});

test.each([
  ['pro', 'starter', 'Pro Plan Required', 'Starter Plan'],
  ['elite', 'pro', 'Elite Plan Required', 'Pro Plan'],
] as const)(
  'blurs a feature that needs %s for a client with %s and offers an upgrade',
  (needs, has, required, current) => {
    const html = renderGate(needs, has);
    expect(html).toMatch(/<div [^>]*inert=""[^>]*>.*<b>The feature<\/b>/);
    expect(html).toContain(required);
    expect(html).toContain(`Your current plan is the ${current}.`);
    expect(html).toContain('href="mailto:support@landline.example?subject=Upgrade');
  },
);
