import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import classes from './cookie-banner.module.css';
import { hasOptOutSignal, saveCookiePreferences, useCookiePreferences } from './cookie-preferences.ts';

/** Cookie consent banner; hidden once a choice is stored (spec 000 §4) or if the browser sends an opt-out signal. */
export function CookieBanner() {
  const preferences = useCookiePreferences();
  if (preferences || hasOptOutSignal()) return null;
  return (
    <section className={classes.banner} aria-label="Cookie consent">
      <p className={classes.text}>
        We use essential cookies to keep you signed in and remember your settings. We set analytics and
        marketing cookies only if you allow them. <Link to="/cookie-policy">Cookie policy</Link>
      </p>
      <div className={classes.actions}>
        <ButtonLink to="/cookie-policy#preferences" variant="subtle">
          Manage preferences
        </ButtonLink>
        <Button
          variant="default"
          onClick={() => saveCookiePreferences({ analytics: false, marketing: false })}
        >
          Essential only
        </Button>
        <Button variant="default" onClick={() => saveCookiePreferences({ analytics: true, marketing: true })}>
          Accept all
        </Button>
      </div>
    </section>
  );
}
