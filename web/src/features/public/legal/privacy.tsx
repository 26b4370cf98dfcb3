import { Link } from 'react-router-dom';
import type { LegalSection } from './legal-page.tsx';
import { Mail } from './mail.tsx';

/** The privacy policy: 14 sections (spec 000 §2, §9). */
export const PRIVACY: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'What this policy covers',
    body: (
      <p>
        This policy covers the personal information of people who visit this website, hold an account with us,
        or write to us. Where a client uses our assistant on its own website, that client decides what happens
        with its visitors' information; we process it for the client, and the client's policy applies.
      </p>
    ),
  },
  {
    id: 'information-we-collect',
    title: 'Information we collect',
    body: (
      <>
        <p>Over the prior 12 months we have collected these kinds of personal information:</p>
        <ul>
          <li>
            <strong>Identifiers</strong>: your name, e-mail address, phone number and company.
          </li>
          <li>
            <strong>Account information</strong>: your role, your settings, when you signed in and from which
            network address. Passwords are kept only as a hash.
          </li>
          <li>
            <strong>Commercial information</strong>: your plan and your invoices. Card details go to our
            payment provider and never reach us.
          </li>
          <li>
            <strong>Usage information</strong>: what you did in the service, which is recorded as events.
          </li>
          <li>
            <strong>Messages</strong>: what you write in a contact form, in a mail, or to the assistant.
          </li>
          <li>
            <strong>Public records</strong>: names and mailing addresses of owners, where a parcel file
            contains them.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'sources',
    title: 'Where it comes from',
    body: (
      <p>
        From you, from your employer when it invites you, from your browser, from public property records, and
        from the files that clients import.
      </p>
    ),
  },
  {
    id: 'how-we-use-it',
    title: 'How we use it',
    body: (
      <>
        <p>We use personal information to:</p>
        <ul>
          <li>provide the service, sign you in, and keep it secure;</li>
          <li>answer you, send you what you asked for, and bill what you ordered;</li>
          <li>understand what works and fix what does not;</li>
          <li>prevent fraud and abuse, and meet legal duties.</li>
        </ul>
        <p>
          We do not use one client's content or judgements for another, and we do not sell personal
          information or share it for cross-context behavioral advertising.
        </p>
      </>
    ),
  },
  {
    id: 'disclosure',
    title: 'Who receives it',
    body: (
      <p>
        Service providers who work for us under contract: hosting, mail, payment and, where it is enabled,
        language models. Professional advisers, authorities where the law compels us, and a successor if the
        business changes hands. Within a client's account, that client's administrators.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <p>
        For as long as you have an account, and after that for as long as the law or an open claim requires.
        Personal fields are encrypted under a key of their own: when we erase you, that key is destroyed, and
        what it protected can no longer be read, in backups either. Cookies have{' '}
        <Link to="/cookie-policy#retention">periods of their own</Link>.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        Personal fields are encrypted at rest and all traffic in transit. Access follows roles and is
        recorded, also when one of our administrators acts in a client's name. No system is perfectly secure;
        if a breach concerns you, we tell you as the law requires.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The service is for people of at least 18. We do not knowingly collect information of children. An
        account that turns out to belong to somebody under 18 is deactivated and its personal information
        erased.
      </p>
    ),
  },
  {
    id: 'state-rights',
    title: 'Your rights under US state laws',
    body: (
      <>
        <p>
          Depending on where you live, for example in California, Colorado, Connecticut, Texas, Utah or
          Virginia, you have the right to:
        </p>
        <ul>
          <li>know which personal information we hold, and receive a copy that you can take elsewhere;</li>
          <li>have it corrected or deleted;</li>
          <li>opt out of its sale, of targeted advertising and of profiling, none of which we do;</li>
          <li>limit the use of sensitive information;</li>
          <li>not be treated worse because you used a right.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'exercising-rights',
    title: 'How to exercise them',
    body: (
      <p>
        Write to <Mail to="privacy" subject="Privacy request" /> and say what you want and in which state you
        live. An authorized agent may write for you, with your signed permission. We confirm within 10
        business days and answer within 45 days; where a request is complex we may take another 45 and say
        why.
      </p>
    ),
  },
  {
    id: 'verification',
    title: 'How we verify you',
    body: (
      <p>
        Before we hand out or delete anything we make sure that it is you: by the e-mail address of your
        account, and for more sensitive information by a second detail that we already hold. What you send us
        for this is used for nothing else.
      </p>
    ),
  },
  {
    id: 'appeals',
    title: 'Appeals',
    body: (
      <p>
        If we decline a request we say why. You may appeal within 60 days by writing to{' '}
        <Mail to="privacy" subject="Privacy appeal" />. Somebody who was not involved decides within 45 days.
        If you are still not satisfied you may turn to the attorney general of your state.
      </p>
    ),
  },
  {
    id: 'california',
    title: 'California: Shine the Light',
    body: (
      <p>
        California residents may ask once a year, free of charge, which personal information we disclosed to
        third parties for their own direct marketing in the year before. We make no such disclosures. Requests
        go to <Mail to="privacy" subject="Shine the Light request" />. Browsers that send the Global Privacy
        Control signal are treated as having opted out.
      </p>
    ),
  },
  {
    id: 'updates-and-contact',
    title: 'Updates and contact',
    body: (
      <p>
        When this policy changes, the date at the top changes with it; of a material change we tell account
        holders by mail. Questions and complaints go to <Mail to="privacy" />.
      </p>
    ),
  },
];
