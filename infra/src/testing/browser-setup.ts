import { startProduct } from './product.ts';

/** Playwright's global setup: one product instance for all specs, found through these variables. */
export default async function setUp(): Promise<() => Promise<void>> {
  // The crawled websites run on this machine.
  const product = await startProduct({ env: { CRAWL_ALLOW_PRIVATE: 'on', CRAWL_PAUSE_MS: '50' } });
  process.env.BASE_URL = product.url;
  process.env.PRODUCT_DATABASE_URL = product.services.databaseUrl;
  process.env.SUPERADMIN_EMAIL = product.superAdmin.email;
  process.env.SUPERADMIN_PASSWORD = product.superAdmin.password;
  process.env.PRODUCT_DATA_DIR = product.dataDir;
  return () => product.dispose();
}
