import { DEFAULT_BRANDING } from '@landline/api/assistant/branding/contract';
import { DEFAULT_CONFIGURATION } from '@landline/api/assistant/widget/contract';
import { expect, test } from 'vitest';
import { differencesBetween } from './version-differences.ts';

const content = { branding: DEFAULT_BRANDING, configuration: DEFAULT_CONFIGURATION };

test('returns no differences for equal versions', () => {
  expect(differencesBetween(content, { ...content })).toEqual([]);
});

test('describes differences in either direction', () => {
  const changed = { ...content, branding: { ...DEFAULT_BRANDING, botName: 'Ada', welcomeMessage: '' } };
  expect(differencesBetween(content, changed)).toEqual([
    { field: 'Bot name', first: '“AI Assistant”', second: '“Ada”' },
    { field: 'Welcome message', first: '“Hi there! How can I help you today?”', second: 'empty' },
  ]);
  expect(differencesBetween(changed, content)[0]).toEqual({
    field: 'Bot name',
    first: '“Ada”',
    second: '“AI Assistant”',
  });
});

test('names fields as the branding form does', () => {
  const changed = {
    ...content,
    branding: { ...DEFAULT_BRANDING, logoUrl: 'https://a.example', aiLinkColor: '#fff' },
  };
  expect(differencesBetween(content, changed).map(({ field }) => field)).toEqual([
    'Logo URL',
    'AI link color',
  ]);
});
