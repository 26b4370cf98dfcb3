import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SkipLink } from '../../../../shared/ui/skip-link.tsx';
import { CookieBanner } from '../../legal/cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';

/** Layout of the public pages. Pages open at the top, or at the anchor in the URL. */
export function Component() {
  return (
    <div className={classes.frame}>
      <SkipLink />
      <Header />
      <main id="page" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <CookieBanner />
      <ScrollRestoration />
    </div>
  );
}
