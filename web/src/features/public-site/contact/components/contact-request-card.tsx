import type { ContactRequest } from '@landline/api/public-site/contact/contract';
import { Anchor, Button } from '@mantine/core';
import { IconCheck, IconRotate } from '@tabler/icons-react';
import { formatDate } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useSetContactRequestStatus } from '../api/contact-requests.ts';
import classes from './contact-request-card.module.css';

interface ContactRequestCardProps {
  request: ContactRequest;
  /** Called with a sentence for screen readers when the request was handled or reopened. */
  onLeave: (announcement: string) => void;
}

export function ContactRequestCard({ request, onLeave }: ContactRequestCardProps) {
  const { id, firstName, lastName, email, company, phoneNumber, comments, fromForm } = request;
  const isOpen = request.status === 'open';
  const setStatus = useSetContactRequestStatus(id, () =>
    onLeave(`The request from ${firstName} ${lastName} was ${isOpen ? 'marked as handled' : 'reopened'}.`),
  );
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          {firstName} {lastName}
        </h2>
        <span className={classes.company}>{company}</span>
        {!fromForm && (
          <Tag tone="notice" title="Sent without our form's token; possibly automated">
            Not from our form
          </Tag>
        )}
        <time dateTime={request.submittedAt} className={classes.date}>
          {formatDate(request.submittedAt)}
        </time>
      </div>
      <p className={classes.ways}>
        <Anchor href={`mailto:${email}`} size="sm">
          {email}
        </Anchor>
        {phoneNumber && (
          <Anchor href={`tel:${phoneNumber}`} size="sm" className="num">
            {phoneNumber}
          </Anchor>
        )}
      </p>
      {comments && <p className={classes.comments}>{comments}</p>}
      <div className={classes.end}>
        {request.handledAt && (
          <span className={classes.date}>
            Handled{request.handledBy && ` by ${request.handledBy}`}, {formatDate(request.handledAt)}
          </span>
        )}
        {setStatus.error && <span role="alert">{messageOf(setStatus.error)}</span>}
        <Button
          variant="default"
          size="xs"
          ml="auto"
          loading={setStatus.isPending}
          leftSection={isOpen ? <IconCheck size={16} stroke={1.7} /> : <IconRotate size={16} stroke={1.7} />}
          onClick={() => setStatus.mutate(isOpen ? 'handle' : 'reopen')}
        >
          {isOpen ? 'Mark as handled' : 'Reopen'}
        </Button>
      </div>
    </li>
  );
}
