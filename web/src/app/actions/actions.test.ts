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
  test.each([
    { name: 'SuperAdmin', visitor: staff('SuperAdmin') },
    { name: 'Admin', visitor: staff('Admin') },
    { name: 'Manager', visitor: staff('Manager') },
    { name: 'client user', visitor: client },
  ])('have unique shortcuts for each $name', ({ visitor }) => {
    const actions = actionsFor(visitor, actionContext());
    const keys = actions.flatMap(({ shortcut }) => shortcut ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
    expect(keys).toContain('g h');
  });
  test('are found by words in any order', () => {
    expect(matches('Client Admin Directory', 'dir cli')).toBe(true);
    expect(matches('Client Admin Directory', 'staff')).toBe(false);
    expect(matches('Staff', '')).toBe(true);
  });
});

describe('the keyboard', () => {
  const action = (shortcut: string): Action => ({
    id: shortcut,
    label: shortcut,
    group: 'Actions',
    shortcut,
    perform: () => {},
  });
  const actions = ['mod+k', '?', 'g h', 'g c', '['].map(action);
  const overlapping = [...actions, action('g')];
  const press = (
    keys: { key: string; ctrlKey?: boolean; at?: number; typing?: boolean }[],
    offered: readonly Action[] = actions,
  ) => {
    const matcher = createShortcutMatcher();
    return keys.map(
      ({ key, ctrlKey = false, at = 0, typing = false }) =>
        matcher.match(offered, { key, ctrlKey, metaKey: false, altKey: false, timeStamp: at }, typing)?.id,
    );
  };
  test('opens the palette, even from a field', () => {
    expect(press([{ key: 'k', ctrlKey: true, typing: true }])).toEqual(['mod+k']);
  });
  test('runs single-key shortcuts outside of fields only', () => {
    expect(press([{ key: '?' }, { key: '?', typing: true }])).toEqual(['?', undefined]);
  });
  test('runs a single-key action and a sequence that begins with the same key', () => {
    expect(press([{ key: 'g' }, { key: 'h', at: 399 }], overlapping)).toEqual(['g', 'g h']);
    expect(beginsSequence(overlapping, 'g')).toBe(true);
    expect(beginsSequence(overlapping, '?')).toBe(false);
  });
  test('runs no sequence after the action of its first key has run', () => {
    expect(press([{ key: 'g' }, { key: 'h', at: 400 }], overlapping)).toEqual(['g', undefined]);
  });
  test('runs a key sequence only if its keys follow within one second', () => {
    expect(press([{ key: 'g' }, { key: 'h', at: 400 }])).toEqual([undefined, 'g h']);
    expect(press([{ key: 'g' }, { key: 'h', at: 1_400 }])).toEqual([undefined, undefined]);
    expect(press([{ key: 'g' }, { key: 'x', at: 100 }, { key: 'h', at: 200 }])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
