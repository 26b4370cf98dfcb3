import { describe, expect, test } from 'vitest';
import { isAuthorizedOrigin } from './origins.ts';

const domainsOf = (...authorized_domains: string[]) => ({
  primary_domain: 'https://acme.example',
  authorized_domains,
});

describe('checks whether a widget may run on a site', () => {
  test.each([
    ['https://acme.example', domainsOf(), true],
    ['https://www.acme.example', domainsOf(), true],
    ['http://acme.example:8080', domainsOf(), true],
    ['https://shop.acme.example', domainsOf(), false],
    ['https://acme.example.evil.example', domainsOf(), false],
    ['https://notacme.example', domainsOf(), false],
    ['https://acme.example', domainsOf('shop.example'), true],
    ['https://shop.example', domainsOf('shop.example'), true],
    ['https://a.shop.example', domainsOf('shop.example'), false],
    ['https://a.shop.example', domainsOf('*.shop.example'), true],
    ['https://a.b.shop.example', domainsOf('*.shop.example'), true],
    ['https://shop.example', domainsOf('*.shop.example'), false],
    ['https://evilshop.example', domainsOf('*.shop.example'), false],
    ['null', domainsOf('*.shop.example'), false],
    ['file:///C:/acme.example', domainsOf(), false],
    ['', domainsOf(), false],
  ])('%s with the domains %j: %s', (origin, domains, isAuthorized) => {
    expect(isAuthorizedOrigin(origin, domains)).toBe(isAuthorized);
  });
});
