import { formatCount, formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { useAnchors } from '../api/event-log.ts';

/** States how much of the log is covered by the latest signed anchor. */
export function AnchorNote() {
  const { data } = useAnchors();
  if (!data) return <p className={common.note}>Checking the latest anchor…</p>;
  const { last, tail } = data;
  if (last === null) {
    return (
      <p className={common.note}>No anchor has been signed yet. {formatCount(tail)} events are unanchored.</p>
    );
  }
  return (
    <p className={common.note}>
      {formatCount(last.events)} events are covered by the anchor signed on {formatDate(last.at)}.{' '}
      {formatCount(tail)} newer events are not anchored yet. To verify the log, run{' '}
      <code>npm run landline -- events verify</code>.
    </p>
  );
}
