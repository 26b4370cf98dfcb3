import { expect, test } from 'vitest';
import { brandingBody, DEFAULT_BRANDING } from './contract.ts';

test.each([
  ['botName', 30, 'Bot name can have at most 30 characters'],
  ['welcomeMessage', 200, 'Welcome message can have at most 200 characters'],
  ['placeholderText', 50, 'Placeholder text can have at most 50 characters'],
  ['widgetButtonText', 20, 'Widget button text can have at most 20 characters'],
] as const)('%s can have at most %d characters', (name, limit, message) => {
  expect(brandingBody.safeParse({ [name]: 'x'.repeat(limit) }).success).toBe(true);
  expect(brandingBody.safeParse({ [name]: 'x'.repeat(limit + 1) }).error?.issues[0]?.message).toBe(message);
});

test.each([
  ['#6908C9', true],
  ['#fff', true],
  ['#6908C9cc', true],
  ['rgba(255,255,255,0.9)', true],
  ['rgb(0, 0, 0)', true],
  ['purple', false],
  ['#69', false],
  ['rgba(0,0,0,2)', false],
  ['#fff;background:url(//evil.example)', false],
  ['var(--x)', false],
])('the color %s is accepted: %s', (color, isAccepted) => {
  for (const name of ['primaryColor', 'userLinkColor', 'aiLinkColor'])
    expect(brandingBody.safeParse({ [name]: color }).success).toBe(isAccepted);
});

test.each([
  ['', true],
  ['https://example.com/logo.png', true],
  ['http://example.com/logo.png', false],
  ['javascript:alert(1)', false],
  ['data:image/svg+xml,<svg onload=alert(1)>', false],
])('the logo URL %j is accepted: %s', (logoUrl, isAccepted) => {
  expect(brandingBody.safeParse({ logoUrl }).success).toBe(isAccepted);
});

test('has the defaults of spec 002 §3', () => {
  expect(DEFAULT_BRANDING).toEqual({
    primaryColor: '#6908C9',
    botName: 'AI Assistant',
    logoUrl: '',
    welcomeMessage: 'Hi there! How can I help you today?',
    placeholderText: 'Ask me anything...',
    widgetButtonText: 'Chat with AI',
    userLinkColor: 'rgba(255,255,255,0.9)',
    aiLinkColor: '#6908C9',
  });
});
