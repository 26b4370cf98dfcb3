import { formatCount, formatDate } from '../../../shared/format.ts';
import { useAnchors } from '../api/log.ts';
import classes from './auditor.module.css';

/** How the log is secured, in a sentence. */
export function AnchorNote() {
  const { data } = useAnchors();
  if (!data) return <p className={classes.note}>Looking for the last anchor of the log…</p>;
  const { last, tail } = data;
  if (last === null) {
    return (
      <p className={classes.note}>
        No anchor has been signed yet: {formatCount(tail)} events stand without one.
      </p>
    );
  }
  return (
    <p className={classes.note}>
      {formatCount(last.events)} events are under the root signed on {formatDate(last.at)} (key {last.keyId}),{' '}
      {formatCount(tail)} behind it. <code>npm run landline -- events verify</code> proves it.
    </p>
  );
}
