import {
  CONTACT_REQUEST_STATUSES,
  type ContactRequestStatus,
} from '@landline/api/public-site/contact/contract';
import type { SubscriberList, SubscriberStatus } from '@landline/api/public-site/newsletter/contract';
import { SegmentedControl, Stack } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatDate } from '../../../../shared/format.ts';
import { parseAsPage } from '../../../../shared/page-parameter.ts';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { DownloadButton } from '../../../../shared/ui/download-button.tsx';
import { FilteredList } from '../../../../shared/ui/filtered-list.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { SUBSCRIBERS_EXPORT_PATH, useSubscribers } from '../../newsletter/api/subscribers.ts';
import { CONTACT_REQUESTS_EXPORT_PATH, useContactRequests } from '../api/contact-requests.ts';
import { ContactRequestCard } from '../components/contact-request-card.tsx';

const LISTS = ['contact', 'newsletter'] as const;
const SUBSCRIBER_STATUSES = ['subscribed', 'unsubscribed'] as const;

/** /SuperAdminPortal/inbox: contact requests and newsletter subscribers from the public pages. */
export function Component() {
  const [{ list, contact, newsletter, page }, set] = useQueryStates({
    list: parseAsStringLiteral(LISTS).withDefault('contact'),
    contact: parseAsStringLiteral(CONTACT_REQUEST_STATUSES).withDefault('open'),
    newsletter: parseAsStringLiteral(SUBSCRIBER_STATUSES).withDefault('subscribed'),
    page: parseAsPage,
  });
  const paging = { page, onPage: (next: number) => void set({ page: next }) };
  return (
    <Page
      title="Inbox"
      subtitle="Contact requests and newsletter subscribers from the public website."
      action={
        <SegmentedControl
          aria-label="List"
          data={[
            { value: 'contact', label: 'Contact requests' },
            { value: 'newsletter', label: 'Newsletter' },
          ]}
          value={list}
          onChange={(value) => void set({ list: value, page: null })}
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

interface ListProps<Status> {
  status: Status;
  page: number;
  onStatus: (status: Status) => void;
  onPage: (page: number) => void;
}

function ContactRequests({ status, page, onStatus, onPage }: ListProps<ContactRequestStatus>) {
  const query = useContactRequests(status, page);
  return (
    <FilteredList
      label="Status"
      filters={{ open: 'Open', handled: 'Handled' }}
      filter={status}
      onFilter={onStatus}
      action={<DownloadButton path={CONTACT_REQUESTS_EXPORT_PATH} label="Export CSV" />}
      query={query}
      noun="contact requests"
      isEmpty={({ data }) => data.length === 0}
      empty={
        status === 'open' ? (
          <Empty title="No open requests" text="New contact form messages appear here." />
        ) : (
          <Empty title="No handled requests yet" text="Messages you mark as handled appear here." />
        )
      }
      onPage={onPage}
    >
      {({ data }, onLeave) => (
        <Stack component="ul" gap={12} className={common.list ?? ''}>
          {data.map((request) => (
            <ContactRequestCard key={request.id} request={request} onLeave={onLeave} />
          ))}
        </Stack>
      )}
    </FilteredList>
  );
}

const SUBSCRIBER_COLUMNS: readonly Column<SubscriberList['data'][number]>[] = [
  { header: 'Email', cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span> },
  { header: 'Since', cell: ({ changedAt }) => formatDate(changedAt) },
];

function Subscribers({ status, page, onStatus, onPage }: ListProps<SubscriberStatus>) {
  const query = useSubscribers(status, page);
  return (
    <FilteredList
      label="Status"
      filters={{ subscribed: 'Subscribed', unsubscribed: 'Unsubscribed' }}
      filter={status}
      onFilter={onStatus}
      action={<DownloadButton path={SUBSCRIBERS_EXPORT_PATH} label="Export CSV" />}
      query={query}
      noun="subscribers"
      isEmpty={({ data }) => data.length === 0}
      empty={
        status === 'subscribed' ? (
          <Empty title="No subscribers yet" text="The sign-up form is at the bottom of the home page." />
        ) : (
          <Empty
            title="No one has unsubscribed"
            text="The CSV export includes each subscriber's unsubscribe link."
          />
        )
      }
      onPage={onPage}
    >
      {({ data }) => <DataTable label="Subscribers" columns={SUBSCRIBER_COLUMNS} rows={data} keyOf="id" />}
    </FilteredList>
  );
}

const Empty = ({ title, text }: { title: string; text: string }) => (
  <EmptyState title={title} icon={IconInbox}>
    {text}
  </EmptyState>
);
