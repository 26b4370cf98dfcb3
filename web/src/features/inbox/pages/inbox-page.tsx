import { SegmentedControl } from '@mantine/core';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { Page } from '../../../shared/ui/page.tsx';
import { ContactRequests } from '../components/contact-requests.tsx';
import { Subscribers } from '../components/subscribers.tsx';

const LISTS = ['contact', 'newsletter'] as const;
/** The first of each list's statuses is the one that it opens with. */
const CONTACT = ['open', 'handled'] as const;
const NEWSLETTER = ['subscribed', 'unsubscribed'] as const;

/** What the public pages bring in: messages of the contact form, and the newsletter's addresses. */
export function Component() {
  const [{ list, contact, newsletter, page }, set] = useQueryStates({
    list: parseAsStringLiteral(LISTS).withDefault('contact'),
    contact: parseAsStringLiteral(CONTACT).withDefault('open'),
    newsletter: parseAsStringLiteral(NEWSLETTER).withDefault('subscribed'),
    page: parseAsInteger.withDefault(1),
  });
  const paging = { page: Math.max(1, page), onPage: (next: number) => void set({ page: next }) };
  return (
    <Page
      title="Inbox"
      subtitle="What visitors have sent from the public pages."
      action={
        <SegmentedControl
          aria-label="List"
          data={[
            { value: 'contact', label: 'Contact requests' },
            { value: 'newsletter', label: 'Newsletter' },
          ]}
          value={list}
          onChange={(value) => void set({ list: value as (typeof LISTS)[number], page: null })} // one of the two above
        />
      }
    >
      {list === 'contact' ? (
        <ContactRequests
          status={contact}
          onStatus={(status) => void set({ contact: status, page: null })}
          {...paging}
        />
      ) : (
        <Subscribers
          status={newsletter}
          onStatus={(status) => void set({ newsletter: status, page: null })}
          {...paging}
        />
      )}
    </Page>
  );
}
