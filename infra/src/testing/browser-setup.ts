import type { FullConfig } from '@playwright/test';
import { ROOT } from '../supervisor/instance.ts';
import { buildWeb } from '../supervisor/web-build.ts';
import { startProduct } from './product.ts';

/**
 * Playwright's global setup: starts one product instance per worker, so that tests of different workers do not affect
 * each other. A worker finds its instance through environment variables that end in its index.
 */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  await buildWeb(ROOT); // build once, not in each instance at the same time
  const products = await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      // The crawled websites run on this machine; the tests create their own conversations.
      const product = await startProduct({
        env: { CRAWL_ALLOW_PRIVATE: 'on', CRAWL_PAUSE_MS: '50', DEMO_DATA: 'parcels' },
      });
      process.env[`BASE_URL_${index}`] = product.url;
      process.env[`PRODUCT_DATABASE_URL_${index}`] = product.services.databaseUrl;
      process.env[`SUPERADMIN_EMAIL_${index}`] = product.superAdmin.email;
      process.env[`SUPERADMIN_PASSWORD_${index}`] = product.superAdmin.password;
      process.env[`PRODUCT_DATA_DIR_${index}`] = product.dataDir;
      return product;
    }),
  );
  return async () => {
    await Promise.all(products.map((product) => product.dispose()));
  };
}
