import type { PromptType } from '@landline/event-schemas';

interface PromptKind {
  label: string;
  /** What it is for. */
  purpose: string;
  /** A sample to start from; there is one for every type but custom (spec 002 §2). */
  sample?: string;
}

export const PROMPT_KINDS: Readonly<Record<PromptType, PromptKind>> = {
  event_handling: {
    label: 'Event Handling',
    purpose: 'Events, dates and what visitors should know about them.',
    sample: `Tell visitors about an event only while it is still to come. Name its date, its place and how to register.

- Open house: Saturday, June 6, 10 am to 2 pm, at our main office. Registration is not needed.
- Webinar: every first Tuesday of the month at noon, online and free of charge.`,
  },
  structured_data: {
    label: 'Structured Data',
    purpose: 'Hours, prices, addresses: facts that have a name and a value.',
    sample: `Answer with these values as they stand. Do not round them, and do not work out others from them.

- Opening hours: Monday to Friday, 9 am to 5 pm
- Phone: 555-0100
- Consultation fee: 150 dollars per hour`,
  },
  product_info: {
    label: 'Product Info',
    purpose: 'What is offered, to whom, and what sets it apart.',
    sample: `Describe our products by what they do for the visitor, in two or three sentences. Compare them only with each other.

- Basic package: site visit and written report within five working days.
- Complete package: everything in Basic, with drawings and the permit application.`,
  },
  faq: {
    label: 'FAQ',
    purpose: 'Questions that visitors ask often, with your answers.',
    sample: `Q: Do you offer free estimates?
A: Yes. Estimates are free within 30 miles of our office.

Q: How long does a project take?
A: Most projects are finished within six to eight weeks.`,
  },
  external_links: {
    label: 'External Links',
    purpose: 'Pages elsewhere that the assistant may point to.',
    sample: `Point visitors to these pages when they ask for what is there, and to no others.

- Book an appointment: https://example.com/book
- Customer reviews: https://example.com/reviews`,
  },
  custom: {
    label: 'Custom',
    purpose: 'Anything else, such as the tone of the answers.',
  },
};
