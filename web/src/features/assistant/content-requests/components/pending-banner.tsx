import type { PendingContentRequests } from '@landline/api/assistant/content-requests/contract';
import { Box } from '@mantine/core';
import { CONTENT_REQUEST } from '../../../../shared/messages.ts';
import { ButtonLink } from '../../../../shared/ui/button.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { MAX_LENGTH, truncate } from '../../website/truncate.ts';
import { usePendingRequests } from '../api/content-requests.ts';
import { RequestPriority } from './badges.tsx';
import classes from './pending.module.css';

/** Maximum number of requests listed; the banner only counts the others (spec 000 §2). */
const MAX_SHOWN = 3;

/** Shows pending content requests to staff; renders nothing when there are none. */
export const PendingBanner = () => (
  <QueryBody query={usePendingRequests()} errorTitle={CONTENT_REQUEST.pendingLoadFailed} skeleton={null}>
    {(requests) => requests.length > 0 && <Banner requests={requests} />}
  </QueryBody>
);

function Banner({ requests }: { requests: PendingContentRequests['requests'] }) {
  const more = requests.length - MAX_SHOWN;
  return (
    <Box mb={16} bdrs={8} bg="color-mix(in srgb, var(--notice, #b45309) 7%, transparent)">
      <Card title="Pending content requests" aside={<Tag tone="notice">{requests.length} waiting</Tag>}>
        <ul className={classes.list}>
          {requests.slice(0, MAX_SHOWN).map(({ id, client_name, priority, url }) => (
            <li key={id}>
              <strong>{client_name}</strong> <RequestPriority priority={priority} />{' '}
              <span className={common.wrap}>{truncate(url, MAX_LENGTH.requestUrl)}</span>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <Box component="p" m="0 0 12px">
            +{more} more requests...
          </Box>
        )}
        <ButtonLink to="/SuperAdminPortal?tab=client-management" variant="default">
          Review Requests
        </ButtonLink>
      </Card>
    </Box>
  );
}
