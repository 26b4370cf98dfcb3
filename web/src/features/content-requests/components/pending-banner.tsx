import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { CUT, shortened } from '../../content/shorten.ts';
import { usePendingRequests } from '../api/content-requests.ts';
import { RequestPriority } from './badges.tsx';
import classes from './pending.module.css';

/** So many are shown; the others are counted (spec 000 §2). */
const SHOWN = 3;

/** Content requests that wait for staff; nothing while there are none. */
export function PendingBanner() {
  const { data } = usePendingRequests();
  if (!data || data.length === 0) return null;
  const more = data.length - SHOWN;
  return (
    <div className={classes.banner}>
      <Card title="Pending content requests" aside={<Tag tone="notice">{data.length} waiting</Tag>}>
        <ul className={classes.list}>
          {data.slice(0, SHOWN).map(({ id, client_name, priority, url }) => (
            <li key={id}>
              <strong>{client_name}</strong> <RequestPriority priority={priority} />{' '}
              <span className={classes.url}>{shortened(url, CUT.requestUrl)}</span>
            </li>
          ))}
        </ul>
        {more > 0 && <p className={classes.more}>+{more} more requests...</p>}
        <ButtonLink to="/SuperAdminPortal?tab=client-management" variant="default">
          Review Requests
        </ButtonLink>
      </Card>
    </div>
  );
}
