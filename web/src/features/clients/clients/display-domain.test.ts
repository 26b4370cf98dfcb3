import { PLACEHOLDER_DOMAIN } from '@landline/api/clients/clients/contract';
import { expect, test } from 'vitest';
import { displayDomain, websiteOf } from './display-domain.ts';

test.each([PLACEHOLDER_DOMAIN, null])('shows no website for the domain %j', (domain) => {
  expect(websiteOf(domain)).toBeNull();
  expect(displayDomain(domain)).toBe('No domain specified');
});

test.each(['https://acme.test', 'https://acme.invalid'])('shows the website %s', (domain) => {
  expect(websiteOf(domain)).toBe(domain);
  expect(displayDomain(domain)).toBe(domain);
});
