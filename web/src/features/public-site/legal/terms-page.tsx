import { Link } from 'react-router-dom';
import { EmailLink } from './email-link.tsx';
import { LegalPage, section } from './legal-page.tsx';

/** /terms-of-use (spec 000 §2). */
export function Component() {
  return (
    <LegalPage
      title="Terms of Use"
      lead="These terms govern your use of the Landline website, portals, AI assistant and Property Finder."
      sections={SECTIONS}
    />
  );
}

/** 25 sections; periods and amounts come from spec 000 §1, §4, §5 and §9. */
const SECTIONS = [
  section(
    'agreement',
    'Agreement to these terms',
    <p>
      These Terms of Use are a contract between you and Landline ("Landline," "we," "us"). They apply to this
      website, our portals, the AI assistant that clients add to their websites, and Property Finder
      (together, the "Service").
    </p>,
    <p>
      By creating an account or using the Service, you accept these terms. If you use the Service on behalf of
      a company, you accept them for that company and confirm that you are authorized to do so. If you do not
      agree, do not use the Service.
    </p>,
  ),
  section(
    'the-service',
    'The Service',
    <p>
      The Service consists of two products. The AI assistant reads a website that a client designates and
      answers questions from that website's visitors. Property Finder scores parcels of land as potential
      sites for accessory dwelling units and industrial outdoor storage.
    </p>,
    <p>Your plan and the products enabled for your account determine what you can use.</p>,
  ),
  section(
    'eligibility',
    'Eligibility',
    <p>
      You must be at least 18 years old to use the Service. The Service is intended for businesses and is not
      directed to children. We deactivate any account that we find belongs to someone under 18.
    </p>,
  ),
  section(
    'registration',
    'Registration',
    <p>
      The information you provide when you register must be true, accurate and complete, and you must keep it
      up to date. We may refuse or revoke a name or account that is misleading.
    </p>,
  ),
  section(
    'account-security',
    'Account security',
    <p>
      Keep your password confidential. You are responsible for activity under your account until you notify us
      of unauthorized access. If you suspect that someone else has access, contact <EmailLink to="support" />{' '}
      immediately.
    </p>,
    <p>
      To protect your account, sessions end after 2 hours of inactivity, and changing your password ends every
      session.
    </p>,
  ),
  section(
    'subscriptions',
    'Subscriptions and renewal',
    <p>
      Your subscription starts on the day you order it and runs for the term you select. It renews
      automatically for the same term until you cancel it.
    </p>,
  ),
  section(
    'fees-and-payment',
    'Fees and payment',
    <p>
      Fees are stated and charged in US dollars through a third-party card payment provider, which handles
      your card details. You authorize us to charge your card on file at the start of each term.
    </p>,
    <p>
      If your plan includes a number of messages, only the assistant's responses count as billable. We notify
      you of a price change before the term in which it takes effect. Fees do not include taxes, which we add
      where required by law.
    </p>,
  ),
  section(
    'cancellation',
    'Cancellation',
    <p>
      You may cancel at any time. Cancellation takes effect at the end of the paid term, and you keep access
      until then. Fees already paid are nonrefundable except where required by law. For questions, contact{' '}
      <EmailLink to="billing" subject="Billing Support Request" />.
    </p>,
  ),
  section(
    'trials-and-demo-accounts',
    'Trials and demo accounts',
    <p>
      Trials last 30 days unless we agree otherwise in writing and are for evaluation only. Do not enter
      personal data in a trial or demo account.
    </p>,
    <p>
      Trials may contain sample data, which is labeled as such. Our liability for a trial is limited to $100.
    </p>,
  ),
  section(
    'license',
    'License',
    <p>
      While your account is in good standing, we grant you a limited, nonexclusive, nontransferable,
      nonsublicensable right to use the Service for your internal business purposes. This right ends with your
      subscription.
    </p>,
  ),
  section(
    'acceptable-use',
    'Acceptable use',
    <p>You agree not to:</p>,
    <ul>
      <li>violate any law or infringe anyone's rights, or help others to do so;</li>
      <li>copy, resell or republish the Service or its data, except for exports that your plan allows;</li>
      <li>scrape the Service or circumvent its limits or access controls;</li>
      <li>transmit harmful code, or test the Service's security without our written consent;</li>
      <li>direct the assistant to read a website that you are not authorized to have read;</li>
      <li>
        use scores or owner information to discriminate or harass, or for any purpose regulated by the Fair
        Credit Reporting Act or the Fair Housing Act.
      </li>
    </ul>,
  ),
  section(
    'your-content',
    'Your content',
    <p>
      You retain ownership of the files you upload, the website content the assistant reads, and the notes and
      classifications you create. You grant us permission to store, process and display this content as needed
      to provide the Service. Your classifications train only your own scores and are never shown to other
      clients.
    </p>,
  ),
  section(
    'feedback',
    'Feedback',
    <p>
      If you send us suggestions, we may use them without obligation to you. We do not identify you as the
      source without your permission.
    </p>,
  ),
  section(
    'our-property',
    'Our intellectual property',
    <p>
      Landline and its licensors own the Service, including its design, software, scoring models and
      trademarks. These terms grant you no rights in them beyond the right to use the Service.
    </p>,
  ),
  section(
    'ai-output',
    'AI output',
    <p>
      Answers and scores are generated automatically. They may be wrong, incomplete or out of date, and their
      accuracy is not guaranteed. Verify important information before you act on it, and tell your visitors
      that they are talking to an AI assistant.
    </p>,
  ),
  section(
    'property-information',
    'Property information',
    <p>
      Parcel data comes from public records and from files that clients import. A score is a model's estimate
      based on that data. It is not an appraisal or a survey; it is not legal, zoning, engineering or
      investment advice; and it does not mean that a project can be built or permitted.
    </p>,
  ),
  section(
    'third-parties',
    'Third-party services',
    <p>
      The Service links to third-party websites and relies on third-party services such as payment, email and
      map providers. Their terms apply to your use of them, and we are not responsible for what they do.
    </p>,
  ),
  section(
    'privacy',
    'Privacy',
    <p>
      Our <Link to="/privacy-policy">Privacy Policy</Link> and <Link to="/cookie-policy">Cookie Policy</Link>{' '}
      describe how we handle personal information and are part of these terms. You decide how the assistant
      may use what your website's visitors write, and you are responsible for informing them.
    </p>,
  ),
  section(
    'availability',
    'Availability and changes to the Service',
    <p>
      We work to keep the Service available and to improve it. It may be interrupted for maintenance or for
      reasons beyond our control, and we may change or discontinue features. If a change removes a feature you
      paid for, you may cancel and receive a refund for the remainder of the term.
    </p>,
  ),
  section(
    'termination',
    'Suspension and termination',
    <p>
      We may suspend or terminate an account that violates these terms, puts others at risk, or is past due.
      Where possible, we notify you first. After an account ends, you have 30 days to request an export of
      your content.
    </p>,
  ),
  section(
    'disclaimer',
    'Disclaimer of warranties',
    <p>
      The Service is provided "as is" and "as available." To the fullest extent permitted by law, we disclaim
      all warranties, express or implied, including warranties of merchantability, fitness for a particular
      purpose, title and non-infringement.
    </p>,
  ),
  section(
    'limitation-of-liability',
    'Limitation of liability',
    <p>
      To the fullest extent permitted by law, neither party is liable to the other for indirect, incidental or
      consequential damages, or for lost profits, revenue or data.
    </p>,
    <p>
      Our total liability for all claims arising from the Service is limited to the amounts you paid us in the
      6 months before the event giving rise to the claim. Nothing in these terms limits liability that cannot
      be limited by law.
    </p>,
  ),
  section(
    'indemnity',
    'Indemnification',
    <p>
      You agree to defend us against third-party claims that arise from your content, your website or your
      breach of these terms, and to cover the resulting costs. We notify you of any such claim promptly and
      let you control the defense.
    </p>,
  ),
  section(
    'disputes',
    'Dispute resolution and arbitration',
    <p>
      Contact us first. Before starting any other proceeding, each party agrees to attempt in good faith to
      resolve a dispute by negotiation for at least 30 days after describing it to the other party in writing.
      Send notices to <EmailLink to="legal" subject="Notice of dispute" />.
    </p>,
    <p>
      Disputes that are not resolved by negotiation are decided by binding arbitration before one arbitrator
      under the commercial rules of the American Arbitration Association. Claims are arbitrated individually,
      not as a class action and not combined with claims of others. Either party may instead bring an eligible
      claim in small claims court, or ask a court to stop an infringement.
    </p>,
    <p>
      A claim must be filed within 1 year after it arose; otherwise it is barred. These terms are governed by
      the laws of the State of Delaware, without regard to its conflict-of-law rules.
    </p>,
  ),
  section(
    'general',
    'Changes, general terms and contact',
    <p>
      We may update these terms. The date at the top shows when they last changed. We notify you of material
      changes at least 30 days before they take effect. If you continue to use the Service after that date,
      you accept the updated terms.
    </p>,
    <p>
      These terms are the entire agreement between us about the Service. If any provision is invalid, the rest
      remains in effect. Not enforcing a right does not waive it. You may not assign these terms without our
      consent.
    </p>,
    <p>
      For questions about these terms, contact <EmailLink to="legal" />.
    </p>,
  ),
];
