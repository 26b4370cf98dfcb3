import type { PromptType } from '@landline/event-schemas';

interface PromptTypeText {
  label: string;
  purpose: string;
  /** Sample template; every type but custom has one (spec 002 §2). */
  sample?: string;
}

export const PROMPT_TYPE_TEXTS: Readonly<Record<PromptType, PromptTypeText>> = {
  event_handling: {
    label: 'Event handling',
    purpose: 'Events, dates and what visitors should know about them.',
    sample: `Mention events only if they have not happened yet. Include the date, the location and how to register.

- Open house: Saturday, June 6, 10 a.m. to 2 p.m., at our main office. No registration required.
- Webinar: every first Tuesday of the month at noon, online, free.`,
  },
  structured_data: {
    label: 'Structured data',
    purpose: 'Hours, prices, addresses and other facts with a name and a value.',
    sample: `Use these values exactly. Do not round them or calculate other values from them.

- Opening hours: Monday to Friday, 9 a.m. to 5 p.m.
- Phone: 555-0100
- Consultation fee: $150 per hour`,
  },
  product_info: {
    label: 'Product information',
    purpose: 'Your products or services, who they are for, and what sets them apart.',
    sample: `Describe our products in two or three sentences, focusing on how they help the visitor. Compare them only with each other.

- Basic package: site visit and written report within five business days.
- Complete package: everything in Basic, plus drawings and the permit application.`,
  },
  faq: {
    label: 'FAQ',
    purpose: 'Common visitor questions with your answers.',
    sample: `Q: Do you offer free estimates?
A: Yes. Estimates are free within 30 miles of our office.

Q: How long does a project take?
A: Most projects take six to eight weeks.`,
  },
  external_links: {
    label: 'External links',
    purpose: 'External pages that the assistant may link to.',
    sample: `Link to these pages when they answer the visitor's question. Do not link to other external pages.

- Book an appointment: https://example.com/book
- Customer reviews: https://example.com/reviews`,
  },
  custom: {
    label: 'Custom',
    purpose: 'Anything else, such as the tone of answers.',
  },
};
