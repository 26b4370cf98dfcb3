import { describe, expect, test } from 'vitest';
import { isAuthorizedOrigin } from './origins.ts';

const of = (...authorized_domains: string[]) => ({
  primary_domain: 'https://acme.example',
  authorized_domains,
});

describe('a widget may run on the site', () => {
  test.each([
    ['https://acme.example', of(), true],
    ['https://www.acme.example', of(), true],
    ['http://acme.example:8080', of(), true],
    ['https://shop.acme.example', of(), false],
    ['https://acme.example.evil.example', of(), false],
    ['https://notacme.example', of(), false],
    ['https://acme.example', of('shop.example'), true],
    ['https://shop.example', of('shop.example'), true],
    ['https://a.shop.example', of('shop.example'), false],
    ['https://a.shop.example', of('*.shop.example'), true],
    ['https://a.b.shop.example', of('*.shop.example'), true],
    ['https://shop.example', of('*.shop.example'), false],
    ['https://evilshop.example', of('*.shop.example'), false],
    ['null', of('*.shop.example'), false],
    ['file:///C:/acme.example', of(), false],
    ['', of(), false],
  ])('%s with the domains %j: %s', (origin, domains, may) => {
    expect(isAuthorizedOrigin(origin, domains)).toBe(may);
  });
});
