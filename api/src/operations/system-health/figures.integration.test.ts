import { type AddressInfo, createServer } from 'node:net';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { DEFAULT_BRANDING } from '../../assistant/branding/contract.ts';
import { TEST_CERTIFICATE } from '../../testing/certificate.ts';
import { cacheOf, usageOf } from './ai-system-config.ts';
import { brandingFigures } from './client-system-status.ts';
import { sslStatusOf } from './security-checks.ts';

const noUsage = { answers: 0, input: 0, output: 0, cached: 0, cachedMs: 0, savedInput: 0, savedOutput: 0 };
const gpt = {
  ...noUsage,
  model: 'gpt',
  answers: 8,
  input: 700_000,
  output: 50_000,
  cached: 2,
  cachedMs: 9,
  savedInput: 2_000,
  savedOutput: 100,
};
const quoted = { ...noUsage, model: '', answers: 2 };
const prices = { OPENAI_MODEL: 'gpt', OPENAI_INPUT_PRICE: 2, OPENAI_OUTPUT_PRICE: 8 };

describe('model usage', () => {
  test('is priced by the configuration and unpriced without it', () => {
    expect(usageOf([gpt, quoted], prices)).toMatchObject({
      totalTokens: 750_000,
      inputTokens: 700_000,
      outputTokens: 50_000,
      totalCost: 1.8,
      modelBreakdown: [{ model: 'gpt', answers: 8, tokens: 750_000, cost: 1.8 }],
    });
    expect(usageOf([gpt, quoted], { OPENAI_MODEL: 'gpt' })).toMatchObject({ totalCost: null });
    const before = { ...gpt, model: 'older' };
    expect(usageOf([gpt, before], prices)).toMatchObject({
      totalCost: null,
      modelBreakdown: [{ cost: 1.8 }, { cost: null }],
    });
  });

  test('prices the dropped text of a model as that of the configured model', () => {
    const dropped = { ...quoted, input: 100_000, output: 10_000 };
    expect(usageOf([gpt, dropped], prices)).toMatchObject({
      totalTokens: 860_000,
      totalCost: 2.08,
      modelBreakdown: [{ model: 'gpt', cost: 1.8 }],
    });
  });

  test('counts savings of cached answers', () => {
    expect(cacheOf([gpt, quoted], prices, 5)).toEqual({
      hitRate: 0.2,
      totalEntries: 5,
      avgResponseTime: 5,
      tokensSaved: 2_100,
      costSaved: 0.0048,
    });
    expect(cacheOf([], prices, 0)).toMatchObject({ hitRate: null, avgResponseTime: null, costSaved: 0 });
  });
});

test('counts the branding fields that clients change', () => {
  const themed = { ...DEFAULT_BRANDING, primaryColor: '#000000', botName: 'Ada' };
  const renamed = { ...DEFAULT_BRANDING, botName: 'Bob', logoUrl: 'https://example.com/logo.svg' };
  expect(brandingFigures([themed, renamed, null], DEFAULT_BRANDING)).toEqual({
    customBrandedClients: 2,
    defaultBrandingClients: 1,
    customThemes: 1,
    logoUploads: 1,
    popularCustomizations: [
      { name: 'botName', count: 2 },
      { name: 'primaryColor', count: 1 },
      { name: 'logoUrl', count: 1 },
    ],
  });
});

describe('the certificate of PUBLIC_URL', () => {
  test('is valid, expiring or invalid', async () => {
    const server = tls.createServer(TEST_CERTIFICATE, (socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const ca = TEST_CERTIFICATE.cert;
    try {
      expect(await sslStatusOf(url, { ca, now: Date.parse('2119-12-01') })).toBe('valid');
      expect(await sslStatusOf(url, { ca, now: Date.parse('2119-12-15') })).toBe('expiring');
      expect(await sslStatusOf(url)).toBe('invalid');
    } finally {
      server.close();
    }
  });

  test('is unreachable or off', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await sslStatusOf(`https://localhost:${port}`)).toBe('unreachable');
    expect(await sslStatusOf('http://localhost')).toBe('off');
    expect(await sslStatusOf(undefined)).toBe('off');
  });
});
