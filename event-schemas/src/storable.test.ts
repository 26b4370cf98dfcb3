import { expect, test } from 'vitest';
import { encodeEvent, UnstorableEventError } from './codec.ts';
import { SYSTEM } from './metadata.ts';
import { findUnstorable, toStorableText } from './storable.ts';

const METADATA = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at: '2026-03-01T09:00:00.000Z' };

test.each(['a\0b', 'a\ud800b', '\udc00'])('finds unstorable text %j in values and keys', (text) => {
  expect(findUnstorable({ a: [{ b: text }] })?.path).toEqual(['a', '0', 'b']);
  expect(findUnstorable({ [text]: 1 })?.path).toEqual([toStorableText(text)]);
  expect(findUnstorable(toStorableText(text))).toBeUndefined();
});

test('accepts astral characters and right-to-left marks', () => {
  expect(findUnstorable({ text: '\u{1f3e0}\u200f\u202e' })).toBeUndefined();
});

test('reports deep nesting without overflowing the stack', () => {
  const deep: unknown = JSON.parse('['.repeat(8000) + ']'.repeat(8000));
  expect(findUnstorable(deep)?.problem).toContain('levels deep');
});

test('rejects an event that a projector cannot store', () => {
  const data = {
    client_id: 'c1',
    name: 'Ac\ud800me',
    primary_domain: 'acme.example',
    plan_tier: 'pro' as const,
    has_ai_assistant: true,
    has_geo_leads: false,
    has_custom_solution: false,
    has_custom_widget: false,
    product_config: { demo_mode: false },
    active: true,
    time_zone: 'UTC',
    authorized_domains: [],
    allowed_email_domains: [],
  };
  const encode = () => encodeEvent({ type: 'ClientCreated', data } as never, METADATA);
  expect(encode).toThrow(UnstorableEventError);
});
