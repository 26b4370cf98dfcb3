import { describe, expect, test, vi } from 'vitest';
import type { Visitor } from '../access.ts';
import { type Action, actionsFor, matches } from './actions.ts';
import { beginsSequence, createShortcutMatcher } from './shortcuts.ts';

const actionContext = () => ({
  navigate: vi.fn(),
  openPalette: vi.fn(),
  openHelp: vi.fn(),
  toggleSidebar: vi.fn(),
  switchColors: vi.fn(),
  signOut: vi.fn(),
});
const staff = (role: 'SuperAdmin' | 'Admin' | 'Manager'): Visitor => ({ kind: 'staff', role });
const client: Visitor = {
  kind: 'client',
  client: {
    id: 'acme',
    name: 'Acme',
    planTier: 'starter',
    has_ai_assistant: true,
    has_geo_leads: true,
    demo: false,
  },
};
const labels = (visitor: Visitor) => actionsFor(visitor, actionContext()).map(({ label }) => label);

describe('the actions', () => {
  test('link only to pages that the role can open', () => {
    expect(labels(staff('SuperAdmin'))).toContain('Database Health');
    expect(labels(staff('Admin'))).toContain('Property Analysis Hub');
    expect(labels(staff('Admin'))).not.toContain('Database Health');
    expect(labels(staff('Manager'))).not.toContain('Property Analysis Hub');
    expect(labels(client)).toContain('Client Portal');
    expect(labels(client)).toContain('Property Analysis Hub');
    expect(labels(client)).not.toContain('Client Selection');
  });
  test.each([staff('SuperAdmin'), staff('Admin'), staff('Manager'), client])(
    'have unique shortcuts for %j',
    (who) => {
      const actions = actionsFor(who, actionContext());
      const keys = actions.flatMap(({ shortcut }) => shortcut ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
      expect(keys).toContain('g h');
    },
  );
  test('are found by words in any order', () => {
    expect(matches('Client Admin Directory', 'dir cli')).toBe(true);
    expect(matches('Client Admin Directory', 'staff')).toBe(false);
    expect(matches('Staff', '')).toBe(true);
  });
});

describe('the keyboard', () => {
  const actions: Action[] = ['mod+k', '?', 'g h', 'g c', '['].map((shortcut) => ({
    id: shortcut,
    label: shortcut,
    group: 'Actions',
    shortcut,
    perform: () => {},
  }));
  const press = (keys: { key: string; ctrlKey?: boolean; at?: number; typing?: boolean }[]) => {
    const matcher = createShortcutMatcher();
    return keys.map(
      ({ key, ctrlKey = false, at = 0, typing = false }) =>
        matcher.match(actions, { key, ctrlKey, metaKey: false, altKey: false, timeStamp: at }, typing)?.id,
    );
  };
  test('opens the palette, even from a field', () => {
    expect(press([{ key: 'k', ctrlKey: true, typing: true }])).toEqual(['mod+k']);
  });
  test('runs single-key shortcuts outside of fields only', () => {
    expect(press([{ key: '?' }, { key: '?', typing: true }])).toEqual(['?', undefined]);
  });
  test('runs a single-key action and a sequence that begins with the same key', () => {
    const overlapping = [
      ...actions,
      { id: 'g', label: 'Good', group: 'This page', shortcut: 'g', perform: () => {} },
    ] as const;
    const matcher = createShortcutMatcher();
    const press = (key: string, timeStamp: number) =>
      matcher.match(overlapping, { key, ctrlKey: false, metaKey: false, altKey: false, timeStamp }, false)
        ?.id;
    expect([press('g', 0), press('h', 100)]).toEqual(['g', 'g h']);
    expect(beginsSequence(overlapping, 'g')).toBe(true);
    expect(beginsSequence(overlapping, '?')).toBe(false);
  });
  test('runs a key sequence only without long pauses', () => {
    expect(press([{ key: 'g' }, { key: 'h', at: 400 }])).toEqual([undefined, 'g h']);
    expect(press([{ key: 'g' }, { key: 'h', at: 1_400 }])).toEqual([undefined, undefined]);
    expect(press([{ key: 'g' }, { key: 'x', at: 100 }, { key: 'h', at: 200 }])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
