import type { RouteObject } from 'react-router-dom';
import { getShowcase } from './api/get-showcase.ts';

type Page = () => Promise<{ Component: () => React.ReactNode }>;

const at = (page: Page, ...paths: string[]): RouteObject[] => paths.map((path) => ({ path, lazy: page }));

const home = (path: string): RouteObject => ({
  path,
  // Asked for while the page's code is still loading.
  loader: () => ({ showcase: getShowcase() }),
  lazy: () => import('./pages/home-page.tsx'),
});

/** The public pages (spec 000 §2) in their own frame: header, footer, cookie consent. */
export function publicRoutes(): RouteObject {
  return {
    lazy: () => import('./components/layout.tsx'),
    children: [
      home('/'),
      home('/home'),
      ...at(() => import('./pages/about-page.tsx'), '/About'),
      ...at(() => import('./pages/contact-page.tsx'), '/Contact'),
      ...at(() => import('./pages/support-page.tsx'), '/Support'),
      ...at(() => import('./pages/resources-page.tsx'), '/Resources'),
      ...at(() => import('./pages/careers-page.tsx'), '/Careers'),
      ...at(() => import('./pages/sales-quote-page.tsx'), '/SalesQuotePage'),
      ...at(() => import('./pages/terms-page.tsx'), '/terms-of-use', '/TermsOfUse'),
      ...at(() => import('./pages/privacy-page.tsx'), '/privacy-policy', '/PrivacyPolicy'),
      ...at(() => import('./pages/cookie-policy-page.tsx'), '/cookie-policy', '/CookiePolicy'),
      ...at(() => import('./pages/pricing-page.tsx'), '/ai/pricing'),
      ...at(() => import('./pages/shared-report-page.tsx'), '/shared-report'),
      ...at(() => import('./pages/unsubscribe-page.tsx'), '/newsletter/unsubscribe'),
    ],
  };
}
