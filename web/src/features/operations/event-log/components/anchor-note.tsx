import { formatCount, formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { useAnchors } from '../api/event-log.ts';

const eventsAre = (count: number, event = 'event') =>
  `${formatCount(count)} ${count === 1 ? `${event} is` : `${event}s are`}`;

/** States how much of the log is covered by the latest signed anchor. */
export function AnchorNote() {
  const { data } = useAnchors();
  if (!data) return <p className={common.note}>Checking the latest anchor…</p>;
  const { last, tail } = data;
  if (last === null) {
    return <p className={common.note}>No anchor has been signed yet. {eventsAre(tail)} not anchored.</p>;
  }
  return (
    <p className={common.note}>
      {eventsAre(last.events)} covered by the anchor signed on {formatDate(last.at)}.{' '}
      {tail > 0 && `${eventsAre(tail, 'newer event')} not anchored yet. `}To verify the log, run{' '}
      <code>npm run landline -- events verify</code>.
    </p>
  );
}
