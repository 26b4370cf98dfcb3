import type { ContactRequestStatus } from '@landline/api/quotes/contract';
import { CONTACT_REQUESTS_FILE, useContactRequests } from '../api/list-contact-requests.ts';
import { ContactRequestCard } from './contact-request-card.tsx';
import classes from './contact-requests.module.css';
import { InboxList } from './inbox-list.tsx';

interface ContactRequestsProps {
  status: ContactRequestStatus;
  onStatus: (status: ContactRequestStatus) => void;
  page: number;
  onPage: (page: number) => void;
}

/** What the contact form has brought. */
export function ContactRequests({ status, onStatus, page, onPage }: ContactRequestsProps) {
  const { data, error, refetch } = useContactRequests(status, page);
  const count = (number: number | undefined) => (number === undefined ? '' : ` ${number}`);
  return (
    <InboxList
      statuses={[
        { value: 'open', label: `Open${count(data?.counts.open)}` },
        { value: 'handled', label: `Handled${count(data?.counts.handled)}` },
      ]}
      status={status}
      onStatus={(value) => onStatus(value as ContactRequestStatus)} // one of the two above
      file={CONTACT_REQUESTS_FILE}
      page={page}
      onPage={onPage}
      loaded={data && { count: data.data.length, totalPages: data.pagination.totalPages }}
      error={error}
      onRetry={() => void refetch()}
      empty={
        status === 'open'
          ? { title: 'Nothing is waiting', text: 'Messages of the contact form arrive here.' }
          : { title: 'Nothing has been handled yet', text: 'Mark a message as handled to move it here.' }
      }
    >
      <ul className={classes.list}>
        {data?.data.map((request) => (
          <ContactRequestCard key={request.id} request={request} />
        ))}
      </ul>
    </InboxList>
  );
}
