import type { RouteObject } from 'react-router-dom';
import { getShowcase } from '../showcase/get-showcase.ts';

type Page = () => Promise<{ Component: () => React.ReactNode }>;

const at = (page: Page, ...paths: string[]): RouteObject[] => paths.map((path) => ({ path, lazy: page }));

const home = (path: string): RouteObject => ({
  path,
  // Starts the request while the page's code is still loading.
  loader: () => ({ showcase: getShowcase() }),
  lazy: () => import('./pages/home-page.tsx'),
});

/** Returns the routes of the public pages (spec 000 §2), with header, footer and cookie banner. */
export function publicRoutes(): RouteObject {
  return {
    lazy: () => import('./components/layout.tsx'),
    children: [
      home('/'),
      home('/home'),
      ...at(() => import('./pages/about-page.tsx'), '/About'),
      ...at(() => import('../contact/pages/contact-page.tsx'), '/Contact'),
      ...at(() => import('../contact/pages/support-page.tsx'), '/Support'),
      ...at(() => import('./pages/resources-page.tsx'), '/Resources'),
      ...at(() => import('./pages/careers-page.tsx'), '/Careers'),
      ...at(() => import('../contact/pages/sales-quote-page.tsx'), '/SalesQuotePage'),
      ...at(() => import('../legal/terms-page.tsx'), '/terms-of-use', '/TermsOfUse'),
      ...at(() => import('../legal/privacy-page.tsx'), '/privacy-policy', '/PrivacyPolicy'),
      ...at(() => import('../legal/cookie-policy-page.tsx'), '/cookie-policy', '/CookiePolicy'),
      ...at(() => import('../pricing/pricing-page.tsx'), '/ai/pricing'),
      ...at(() => import('../shared-report/shared-report-page.tsx'), '/shared-report'),
      ...at(() => import('../newsletter/pages/unsubscribe-page.tsx'), '/newsletter/unsubscribe'),
    ],
  };
}
