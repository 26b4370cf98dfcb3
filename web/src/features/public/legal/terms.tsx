import { Link } from 'react-router-dom';
import type { LegalSection } from './legal-page.tsx';
import { Mail } from './mail.tsx';

/** The terms of use: 25 sections; the periods and amounts are those of spec 000 §1, §4, §5 and §9. */
export const TERMS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'Agreement to these terms',
    body: (
      <>
        <p>
          These terms are a contract between you and Landline ("we", "us"). They cover this website, the
          portals, the chat assistant that clients place on their own websites, and Property Finder (together,
          the "service").
        </p>
        <p>
          By opening an account or by using the service you accept them. If you act for a company, you accept
          them for that company and confirm that you may. If you do not agree, do not use the service.
        </p>
      </>
    ),
  },
  {
    id: 'the-service',
    title: 'The service',
    body: (
      <>
        <p>
          The service has two products. The AI assistant reads the website that a client names, and answers
          the questions of that website's visitors. Property Finder scores parcels of land as possible sites
          for accessory dwelling units and industrial outdoor storage.
        </p>
        <p>
          Which products you may use follows from your plan and from what we have enabled for your account.
        </p>
      </>
    ),
  },
  {
    id: 'eligibility',
    title: 'Who may use it',
    body: (
      <p>
        You must be at least 18 years old. The service is made for businesses and is not directed at children.
        An account that we find to belong to somebody under 18 is deactivated.
      </p>
    ),
  },
  {
    id: 'registration',
    title: 'Registration',
    body: (
      <p>
        The information that you give us when you register must be true, accurate and complete, and you keep
        it so. We may refuse or withdraw a name or an account that misleads others.
      </p>
    ),
  },
  {
    id: 'account-security',
    title: 'Keeping your account safe',
    body: (
      <>
        <p>
          Your password is yours alone. You are responsible for what is done with your account until you tell
          us that somebody else has access to it. Write to <Mail to="support" /> at once if you believe so.
        </p>
        <p>
          For your protection a session ends after 2 hours without activity, and every session ends when the
          password is changed.
        </p>
      </>
    ),
  },
  {
    id: 'subscriptions',
    title: 'Subscriptions and renewal',
    body: (
      <p>
        A subscription begins on the day that you order it and runs for the term that you chose. It renews
        automatically for the same term until it is cancelled.
      </p>
    ),
  },
  {
    id: 'fees-and-payment',
    title: 'Fees and payment',
    body: (
      <>
        <p>
          Fees are stated and charged in US dollars, through a card payment provider that handles your card
          details for us. You authorize us to charge the card on file at the start of each term.
        </p>
        <p>
          Where a plan counts messages, only the assistant's responses count as billable. We tell you of a
          change of price before the term in which it applies. Taxes are added where the law says so.
        </p>
      </>
    ),
  },
  {
    id: 'cancellation',
    title: 'Cancellation',
    body: (
      <p>
        You may cancel at any time. A cancellation takes effect at the end of the term that is paid for; you
        keep access until then. Unless the law requires it, fees that were paid are not refunded. Questions go
        to <Mail to="billing" subject="Billing Support Request" />.
      </p>
    ),
  },
  {
    id: 'trials-and-demo-accounts',
    title: 'Trials and demo accounts',
    body: (
      <>
        <p>
          A trial lasts 30 days unless we agree on another period in writing. It is for evaluation only. Do
          not put personal data of anybody into a trial or demo account.
        </p>
        <p>
          What a trial shows may be made up for demonstration, and is marked as such. Our liability for a
          trial is limited to $100.
        </p>
      </>
    ),
  },
  {
    id: 'license',
    title: 'What you may do with the service',
    body: (
      <p>
        While your account is in good standing we grant you a limited right to use the service for your own
        business. The right is not exclusive, cannot be transferred and cannot be sublicensed. It ends with
        your subscription.
      </p>
    ),
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>You agree not to:</p>
        <ul>
          <li>break a law or another person's rights, or help others to do so;</li>
          <li>
            copy, resell or republish the service or its data, other than what your plan allows you to export;
          </li>
          <li>read the service with robots, or get around its limits and access controls;</li>
          <li>send harmful code, or test the service's security without our written consent;</li>
          <li>have the assistant read a website that you have no right to have read;</li>
          <li>
            use scores or owner information to discriminate, to harass, or for a purpose that the Fair Credit
            Reporting Act or the Fair Housing Act regulates.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'your-content',
    title: 'Your content',
    body: (
      <p>
        What you upload, what the assistant reads from your website, and the notes and judgements that you
        make stay yours. You allow us to store, process and show them as far as the service needs it. What you
        judge trains only your own scores and is never shown to another client.
      </p>
    ),
  },
  {
    id: 'feedback',
    title: 'Feedback',
    body: (
      <p>
        If you suggest an improvement, we may use it without owing you anything. We do not name you without
        asking first.
      </p>
    ),
  },
  {
    id: 'our-property',
    title: 'What belongs to us',
    body: (
      <p>
        The service, its design, software, scoring models and marks belong to us or to those who license them
        to us. These terms give you no right in them other than to use the service.
      </p>
    ),
  },
  {
    id: 'ai-output',
    title: 'What the AI says',
    body: (
      <p>
        Answers and scores are produced by machines. They can be wrong, incomplete or out of date, and they
        are not guaranteed. Check what matters before you act on it, and tell your visitors that they are
        talking to an assistant.
      </p>
    ),
  },
  {
    id: 'property-information',
    title: 'Property information',
    body: (
      <p>
        Parcel facts come from public records and from files that clients import. A score is an opinion of a
        model about those facts: not an appraisal, not a survey, not legal, zoning, engineering or investment
        advice, and no promise that something may be built.
      </p>
    ),
  },
  {
    id: 'third-parties',
    title: 'Services of others',
    body: (
      <p>
        The service links to websites and relies on services of others, such as payment, mail and map
        providers. Their own terms apply to them, and we are not responsible for what they do.
      </p>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    body: (
      <p>
        How we handle personal information is said in the <Link to="/privacy-policy">privacy policy</Link> and
        the <Link to="/cookie-policy">cookie policy</Link>, which are part of these terms. For the visitors of
        your website you decide what the assistant may do with what they write, and you tell them.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and changes',
    body: (
      <p>
        We work to keep the service running and improve it all the time. It may be interrupted for maintenance
        or by causes that we do not control, and we may change or retire a feature. When a change takes away
        something that you paid for, you may cancel and are refunded the rest of the term.
      </p>
    ),
  },
  {
    id: 'termination',
    title: 'Suspension and termination',
    body: (
      <p>
        We may suspend or end an account that breaks these terms, endangers others, or is not paid for. Where
        we can, we say so first. When an account ends you have 30 days to ask for an export of your content.
      </p>
    ),
  },
  {
    id: 'disclaimer',
    title: 'No warranty',
    body: (
      <p>
        The service is provided "as is" and "as available". As far as the law allows, we give no warranty of
        any kind, express or implied, including merchantability, fitness for a purpose, title and
        non-infringement.
      </p>
    ),
  },
  {
    id: 'limitation-of-liability',
    title: 'Limits of liability',
    body: (
      <>
        <p>
          As far as the law allows, neither of us is liable to the other for indirect, incidental or
          consequential damage, or for lost profit, revenue or data.
        </p>
        <p>
          Our total liability for everything that arises from the service is limited to the amounts that you
          paid us in the 6 months before the event that gave rise to the claim. What cannot be limited by law
          is not limited here.
        </p>
      </>
    ),
  },
  {
    id: 'indemnity',
    title: 'Indemnity',
    body: (
      <p>
        If somebody makes a claim against us because of your content, your website, or your breach of these
        terms, you defend us and cover the costs. We tell you of such a claim without delay and let you lead
        the defense.
      </p>
    ),
  },
  {
    id: 'disputes',
    title: 'Disputes and arbitration',
    body: (
      <>
        <p>
          Tell us first. Each of us tries in good faith to settle a dispute by negotiation for at least 30
          days, counted from the day on which it was described to the other in writing, before anything else
          is started. Write to <Mail to="legal" subject="Notice of dispute" />.
        </p>
        <p>
          What is not settled is decided by binding arbitration before one arbitrator under the commercial
          rules of the American Arbitration Association, individually: not as a class, and not together with
          others' claims. Either of us may go to a small claims court instead where it has jurisdiction, or
          ask a court to stop an infringement.
        </p>
        <p>
          A dispute must be started within 1 year after its cause arose; otherwise it is barred. These terms
          are governed by the law of the State of Delaware, without regard to its rules on conflicts of law.
        </p>
      </>
    ),
  },
  {
    id: 'general',
    title: 'Changes, general terms and contact',
    body: (
      <>
        <p>
          We may change these terms. The date at the top says when; of a material change we tell you at least
          30 days before it applies. Using the service after that means that you accept it.
        </p>
        <p>
          These terms are the whole agreement about the service. If a part of them is invalid the rest stands.
          That we do not enforce a right does not mean that we give it up. You may not assign these terms
          without our consent.
        </p>
        <p>
          Questions about them go to <Mail to="legal" />.
        </p>
      </>
    ),
  },
];
