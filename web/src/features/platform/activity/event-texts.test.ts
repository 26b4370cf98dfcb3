import { expect, test } from 'vitest';
import { formatDate } from '../../../shared/format.ts';
import { displayValue, eventLabel, fieldLabel } from './event-texts.ts';

test('turns an event type into words', () => {
  expect(eventLabel('ClientProductsChanged')).toBe('Client products changed');
});

test.each([
  ['has_geo_leads', 'Property Finder'],
  ['has_ai_assistant', 'AI Assistant'],
  ['primary_domain', 'Primary domain'],
])('labels the field %s as %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

test.each([
  [null, 'none'],
  ['', 'none'],
  [[], 'none'],
  [true, 'yes'],
  [false, 'no'],
  [['a.test', 'b.test'], 'a.test, b.test'],
  [{ demo_mode: true }, 'Demo mode: yes'],
  [{}, 'none'],
  ['2026-11-25T17:44:24.476Z', formatDate('2026-11-25T17:44:24.476Z')],
  [3, '3'],
  [0.032744322422297786, '0.032744'],
  [0.0000004, '4e-7'],
  [0, '0'],
  [-118.412345, '-118.412345'],
])('formats the value %j as %s', (value, text) => {
  expect(displayValue(value)).toBe(text);
});
