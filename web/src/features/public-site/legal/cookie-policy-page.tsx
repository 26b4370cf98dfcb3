import { Link } from 'react-router-dom';
import { CookiePreferenceManager } from './cookie-preference-manager.tsx';
import { EmailLink } from './email-link.tsx';
import { LegalPage, section } from './legal-page.tsx';

/** /cookie-policy (spec 000 §2). */
export function Component() {
  return (
    <LegalPage
      title="Cookie Policy"
      lead="Which cookies we use, how long they last, and how to change your preferences."
      sections={SECTIONS}
    />
  );
}

/** Retention periods come from spec 000 §9. */
const SECTIONS = [
  section(
    'what-cookies-are',
    'What cookies are',
    <p>
      Cookies are small text files that a website stores in your browser and reads on later visits. In this
      policy, "cookies" also includes data kept in your browser's local storage.
    </p>,
  ),
  section(
    'types',
    'Types of cookies we use',
    <ul>
      <li>
        <strong>Essential.</strong> These keep you signed in, protect your session, and remember settings such
        as light or dark mode and your cookie preferences. The service does not work without them, so they are
        always on.
      </li>
      <li>
        <strong>Analytics.</strong> These measure which pages people visit. We do not set any today, and will
        only do so if you allow it.
      </li>
      <li>
        <strong>Marketing.</strong> These measure which ads bring people here. We do not set any today, and
        will only do so if you allow it.
      </li>
    </ul>,
  ),
  section(
    'third-parties',
    'Third-party services',
    <p>
      If you pay by card, our payment provider may set cookies on its own pages to prevent fraud. Everything
      else on this website, including fonts and scripts, is served from our own servers. If we add an
      analytics or marketing service, we will list it here first and use it only with your consent.
    </p>,
  ),
  section('preferences', 'Your preferences', <CookiePreferenceManager />),
  section(
    'browser-settings',
    'Browser settings',
    <p>
      You can view, delete and block cookies in your browser's privacy settings. If you block essential
      cookies, you cannot sign in. We treat the Global Privacy Control signal as an opt-out of analytics and
      marketing cookies.
    </p>,
  ),
  section(
    'retention',
    'How long cookies last',
    <ul>
      <li>Session cookies: until you close the browser.</li>
      <li>Authentication cookies: 2 hours of inactivity.</li>
      <li>
        Trusted browser cookie, which prevents other people's failed sign-in attempts from locking you out:
        180 days.
      </li>
      <li>Preference cookies: up to 12 months.</li>
      <li>Analytics cookies: about 24 months, if you allow them.</li>
    </ul>,
  ),
  section(
    'updates',
    'Updates',
    <p>
      If our use of cookies changes, we update this policy and the date above. If the change requires your
      consent, we ask you again.
    </p>,
  ),
  section(
    'contact',
    'Contact',
    <p>
      Send questions about cookies to <EmailLink to="privacy" subject="Cookies" />. Our{' '}
      <Link to="/privacy-policy">Privacy Policy</Link> explains how we handle other personal information.
    </p>,
  ),
];
