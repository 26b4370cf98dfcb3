import { DEFAULT_BRANDING } from '@landline/api/branding/contract';
import { DEFAULT_CONFIGURATION } from '@landline/api/widget/contract';
import { expect, test } from 'vitest';
import { differencesBetween } from './differences.ts';

const kept = { branding: DEFAULT_BRANDING, configuration: DEFAULT_CONFIGURATION };

test('two versions that are the same differ in nothing', () => {
  expect(differencesBetween(kept, { ...kept })).toEqual([]);
});

test('what differs is told in words, from either side', () => {
  const other = { ...kept, branding: { ...DEFAULT_BRANDING, botName: 'Ada', welcomeMessage: '' } };
  expect(differencesBetween(kept, other)).toEqual([
    { field: 'Bot name', first: '“AI Assistant”', second: '“Ada”' },
    { field: 'Welcome message', first: '“Hi there! How can I help you today?”', second: 'nothing' },
  ]);
  expect(differencesBetween(other, kept)[0]).toEqual({
    field: 'Bot name',
    first: '“Ada”',
    second: '“AI Assistant”',
  });
});
