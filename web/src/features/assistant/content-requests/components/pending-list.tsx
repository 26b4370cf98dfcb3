import type { PendingContentRequests } from '@landline/api/assistant/content-requests/contract';
import { Group } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import { CONTENT_REQUEST } from '../../../../shared/messages.ts';
import { ButtonLink } from '../../../../shared/ui/button.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { MAX_LENGTH, truncate } from '../../website/truncate.ts';
import { usePendingRequests } from '../api/content-requests.ts';
import { RequestPriority } from './badges.tsx';
import classes from './pending.module.css';

/** Lists pending content requests, highest priority first; renders nothing when there are none. */
export const PendingList = () => (
  <QueryBody query={usePendingRequests()} errorTitle={CONTENT_REQUEST.pendingLoadFailed} skeleton={null}>
    {(requests) => requests.length > 0 && <Requests requests={requests} />}
  </QueryBody>
);

function Requests({ requests }: { requests: PendingContentRequests['requests'] }) {
  return (
    <Card title="Pending content requests">
      <ul className={classes.list}>
        {requests.map(({ id, client_id, client_name, priority, url, created_at }) => (
          <Group component="li" key={id} gap={8} justify="space-between">
            <span>
              <strong>{client_name}</strong> <RequestPriority priority={priority} />{' '}
              <span className={common.wrap} title={url}>
                {truncate(url, MAX_LENGTH.requestUrl)}
              </span>{' '}
              <small>{formatDate(created_at)}</small>
            </span>
            <ButtonLink
              to={`/ai/client-content/${client_id}?tab=requests`}
              variant="default"
              aria-label={`Review the request from ${client_name}: ${url}`}
            >
              Review
            </ButtonLink>
          </Group>
        ))}
      </ul>
    </Card>
  );
}
