import type { SubscriberStatus } from '@landline/api/newsletter/contract';
import { formatDate } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import { SUBSCRIBERS_FILE, useSubscribers } from '../api/list-subscribers.ts';
import { InboxList } from './inbox-list.tsx';

interface SubscribersProps {
  status: SubscriberStatus;
  onStatus: (status: SubscriberStatus) => void;
  page: number;
  onPage: (page: number) => void;
}

/** Who has signed up for the newsletter, and who has left. */
export function Subscribers({ status, onStatus, page, onPage }: SubscribersProps) {
  const { data, error, refetch } = useSubscribers(status, page);
  const count = (number: number | undefined) => (number === undefined ? '' : ` ${number}`);
  return (
    <InboxList
      statuses={[
        { value: 'subscribed', label: `Subscribed${count(data?.counts.subscribed)}` },
        { value: 'unsubscribed', label: `Unsubscribed${count(data?.counts.unsubscribed)}` },
      ]}
      status={status}
      onStatus={(value) => onStatus(value as SubscriberStatus)} // one of the two above
      file={SUBSCRIBERS_FILE}
      page={page}
      onPage={onPage}
      loaded={data && { count: data.data.length, totalPages: data.pagination.totalPages }}
      error={error}
      onRetry={() => void refetch()}
      empty={
        status === 'subscribed'
          ? { title: 'Nobody has subscribed yet', text: 'The form stands at the foot of the home page.' }
          : { title: 'Nobody has left', text: 'Every subscriber has a link of their own in the export.' }
      }
    >
      <div className={table.frame}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>Email</th>
              <th>Since</th>
            </tr>
          </thead>
          <tbody>
            {data?.data.map(({ id, email, changedAt }) => (
              <tr key={id}>
                <td style={{ overflowWrap: 'anywhere' }}>{email}</td>
                <td>{formatDate(changedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </InboxList>
  );
}
