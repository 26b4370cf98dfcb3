import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { choose, useCookiePreferences } from '../cookie-preferences.ts';
import classes from './cookie-banner.module.css';

/** Asked until a choice is made (spec 000 §4); nothing but what is essential is kept before. */
export function CookieBanner() {
  const preferences = useCookiePreferences();
  if (preferences) return null;
  return (
    <section className={classes.banner} aria-label="Cookie consent">
      <p className={classes.text}>
        We keep what signing in and your settings need. Analytics and marketing cookies are set only if you
        allow them. <Link to="/cookie-policy">Cookie policy</Link>
      </p>
      <div className={classes.actions}>
        <ButtonLink to="/cookie-policy#preferences" variant="subtle">
          Manage preferences
        </ButtonLink>
        <Button variant="default" onClick={() => choose({ analytics: false, marketing: false })}>
          Essential only
        </Button>
        <Button variant="default" onClick={() => choose({ analytics: true, marketing: true })}>
          Accept all
        </Button>
      </div>
    </section>
  );
}
