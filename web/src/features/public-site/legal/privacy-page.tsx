import { Link } from 'react-router-dom';
import { EmailLink } from './email-link.tsx';
import { LegalPage, section } from './legal-page.tsx';

/** /privacy-policy (spec 000 §2). */
export function Component() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What personal information we collect, how we use it, how long we keep it, and your rights."
      sections={SECTIONS}
    />
  );
}

/** 14 sections (spec 000 §2, §9). */
const SECTIONS = [
  section(
    'scope',
    'Scope',
    <p>
      This policy covers the personal information of people who visit this website, have an account with us or
      contact us. When a client uses our AI assistant on its own website, that client controls its visitors'
      information. We process that information on the client's behalf, and the client's privacy policy
      applies.
    </p>,
  ),
  section(
    'information-we-collect',
    'Information we collect',
    <p>Over the prior 12 months, we have collected these categories of personal information:</p>,
    <ul>
      <li>
        <strong>Identifiers</strong>: your name, email address, phone number and company.
      </li>
      <li>
        <strong>Account information</strong>: your role, your settings, and when and from which IP address you
        signed in. We store passwords only as hashes.
      </li>
      <li>
        <strong>Commercial information</strong>: your plan and invoices. Our payment provider collects your
        card details; we do not receive them.
      </li>
      <li>
        <strong>Usage information</strong>: a record of the actions you take in the service.
      </li>
      <li>
        <strong>Messages</strong>: what you write in a contact form, in an email or to the assistant.
      </li>
      <li>
        <strong>Public records</strong>: property owners' names and mailing addresses, where a parcel file
        contains them.
      </li>
    </ul>,
  ),
  section(
    'sources',
    'Sources of information',
    <p>
      We receive personal information from you, from your employer when it invites you, from your browser,
      from public property records, and from files that clients import.
    </p>,
  ),
  section(
    'how-we-use-it',
    'How we use information',
    <p>We use personal information to:</p>,
    <ul>
      <li>provide the service, sign you in and keep the service secure;</li>
      <li>respond to you, send what you request and bill what you order;</li>
      <li>understand how the service is used and fix problems;</li>
      <li>prevent fraud and abuse, and comply with the law.</li>
    </ul>,
    <p>
      We do not use one client's content or classifications for another client. We do not sell personal
      information or share it for cross-context behavioral advertising.
    </p>,
  ),
  section(
    'disclosure',
    'How we disclose information',
    <p>
      We disclose personal information to service providers that work for us under contract: hosting, email,
      payment and, where enabled, language model providers. We may also disclose it to professional advisers,
      to authorities where required by law, and to a successor if our business is sold. Within a client's
      account, that client's administrators can see account information.
    </p>,
  ),
  section(
    'retention',
    'How long we keep information',
    <p>
      We keep personal information for as long as you have an account, and afterward for as long as the law or
      an open claim requires. Personal fields are encrypted with a separate key for each person. When we erase
      your information, we destroy that key, so the encrypted data can no longer be read, including in
      backups. The Cookie Policy lists <Link to="/cookie-policy#retention">how long cookies last</Link>.
    </p>,
  ),
  section(
    'security',
    'How we protect information',
    <p>
      We encrypt personal fields at rest and all traffic in transit. Access is based on roles and is recorded,
      including when one of our administrators acts on behalf of a client. No system is perfectly secure. If a
      breach affects you, we notify you as required by law.
    </p>,
  ),
  section(
    'children',
    'Children',
    <p>
      You must be at least 18 to use the service. We do not knowingly collect personal information from
      children. If we learn that an account belongs to someone under 18, we deactivate the account and erase
      its personal information.
    </p>,
  ),
  section(
    'state-rights',
    'Your US state privacy rights',
    <p>
      Depending on where you live (for example, in California, Colorado, Connecticut, Texas, Utah or
      Virginia), you may have the right to:
    </p>,
    <ul>
      <li>know what personal information we hold and receive a portable copy;</li>
      <li>correct or delete it;</li>
      <li>opt out of its sale, targeted advertising and profiling, none of which we do;</li>
      <li>limit the use of sensitive information;</li>
      <li>not be discriminated against for exercising these rights.</li>
    </ul>,
  ),
  section(
    'exercising-rights',
    'How to exercise your rights',
    <p>
      Email <EmailLink to="privacy" subject="Privacy request" /> with your request and your state of
      residence. An authorized agent may submit a request with your signed permission. We confirm receipt
      within 10 business days and respond within 45 days. If a request is complex, we may take another 45 days
      and will explain why.
    </p>,
  ),
  section(
    'verification',
    'How we verify requests',
    <p>
      Before we disclose or delete information, we verify your identity using your account's email address
      and, for more sensitive information, a second detail that we already have. We use what you send for
      verification only for that purpose.
    </p>,
  ),
  section(
    'appeals',
    'Appeals',
    <p>
      If we decline a request, we explain why. You may appeal within 60 days by emailing{' '}
      <EmailLink to="privacy" subject="Privacy appeal" />. Someone who was not involved in the original
      decision responds within 45 days. If you disagree with the result, you may contact your state's attorney
      general.
    </p>,
  ),
  section(
    'california',
    'California: Shine the Light',
    <p>
      California residents may request, once a year, free of charge, a list of the personal information we
      disclosed to third parties for their direct marketing purposes in the preceding year. We make no such
      disclosures. Send requests to <EmailLink to="privacy" subject="Shine the Light request" />. We treat the
      Global Privacy Control signal as an opt-out.
    </p>,
  ),
  section(
    'updates-and-contact',
    'Updates and contact',
    <p>
      When we change this policy, we update the date at the top and email account holders about material
      changes. Send questions and complaints to <EmailLink to="privacy" />.
    </p>,
  ),
];
