import type { RouteObject } from 'react-router-dom';
import { getShowcase } from '../showcase/get-showcase.ts';

type Page = () => Promise<{ Component: () => React.ReactNode }>;

const routesOf = (page: Page, ...paths: string[]): RouteObject[] =>
  paths.map((path) => ({ path, lazy: page }));

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
      ...routesOf(() => import('./pages/about-page.tsx'), '/About'),
      ...routesOf(() => import('../contact/pages/contact-page.tsx'), '/Contact'),
      ...routesOf(() => import('../contact/pages/support-page.tsx'), '/Support'),
      ...routesOf(() => import('./pages/resources-page.tsx'), '/Resources'),
      ...routesOf(() => import('./pages/careers-page.tsx'), '/Careers'),
      ...routesOf(() => import('../contact/pages/sales-quote-page.tsx'), '/SalesQuotePage'),
      ...routesOf(() => import('../legal/terms-page.tsx'), '/terms-of-use', '/TermsOfUse'),
      ...routesOf(() => import('../legal/privacy-page.tsx'), '/privacy-policy', '/PrivacyPolicy'),
      ...routesOf(() => import('../legal/cookie-policy-page.tsx'), '/cookie-policy', '/CookiePolicy'),
      ...routesOf(() => import('../pricing/pricing-page.tsx'), '/ai/pricing'),
      ...routesOf(() => import('../shared-report/shared-report-page.tsx'), '/shared-report'),
      ...routesOf(() => import('../newsletter/pages/unsubscribe-page.tsx'), '/newsletter/unsubscribe'),
    ],
  };
}
