import { Link } from 'react-router-dom';
import { CookiePreferenceManager } from '../components/cookie-preference-manager.tsx';
import type { LegalSection } from './legal-page.tsx';
import { Mail } from './mail.tsx';

/** The cookie policy (spec 000 §2); the periods are those of §9. */
export const COOKIES: readonly LegalSection[] = [
  {
    id: 'what-cookies-are',
    title: 'What cookies are',
    body: (
      <p>
        Cookies are small texts that a website keeps in your browser and reads again on your next request. We
        mean by the word also what is kept in your browser's local storage, which is never sent anywhere by
        itself.
      </p>
    ),
  },
  {
    id: 'types',
    title: 'The types we use',
    body: (
      <ul>
        <li>
          <strong>Essential.</strong> They sign you in, keep your session safe, and remember settings such as
          light or dark colours and the choice that you make here. The service does not work without them, so
          they are always on.
        </li>
        <li>
          <strong>Analytics.</strong> They would tell us which pages are read and where people get stuck. Off
          until you allow them.
        </li>
        <li>
          <strong>Marketing.</strong> They would tell us which of our advertisements brought you here. Off
          until you allow them.
        </li>
      </ul>
    ),
  },
  {
    id: 'third-parties',
    title: 'Third-party services',
    body: (
      <p>
        When you pay, our card payment provider sets cookies of its own on its own pages to prevent fraud.
        Everything else on this website, its fonts and its scripts included, comes from our own servers.
        Should we add an analytics or marketing service, it runs only with your consent, and is named here
        first.
      </p>
    ),
  },
  {
    id: 'preferences',
    title: 'Your preferences',
    body: <CookiePreferenceManager />,
  },
  {
    id: 'browser-settings',
    title: 'Browser settings',
    body: (
      <p>
        Every browser can show, delete and block cookies; look for "privacy" in its settings. If you block the
        essential ones you cannot sign in. A signal of Global Privacy Control counts as a no to analytics and
        marketing.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long they stay',
    body: (
      <ul>
        <li>Session cookies: until you close the browser.</li>
        <li>Authentication cookies: 2 hours of inactivity.</li>
        <li>
          The mark of a browser that has signed in before, so that strangers who guess at your password cannot
          lock you out: 180 days.
        </li>
        <li>Preference cookies: up to 12 months.</li>
        <li>Analytics cookies: about 24 months, if you allow them.</li>
      </ul>
    ),
  },
  {
    id: 'updates',
    title: 'Updates',
    body: (
      <p>
        When we use cookies differently we say so here and change the date above. If that needs your consent,
        we ask again.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions go to <Mail to="privacy" subject="Cookies" />. How we handle personal information otherwise
        is said in the <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    ),
  },
];
