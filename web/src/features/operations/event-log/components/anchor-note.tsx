import { Button } from '@mantine/core';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import common from '../../../../shared/ui/common.module.css';
import { useAnchors } from '../api/event-log.ts';

const countOf = (count: number, noun = 'event') => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
const countWithVerb = (count: number, noun = 'event') =>
  `${countOf(count, noun)} ${count === 1 ? 'is' : 'are'}`;

/** States how much of the log is covered by the latest signed anchor. */
export function AnchorNote() {
  const { data, error, refetch } = useAnchors();
  if (error && !data)
    return (
      <p className={common.note} role="alert">
        The latest anchor could not be loaded. {messageOf(error)}{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  if (!data) return <p className={common.note}>Loading the latest anchor…</p>;
  const { last, tail } = data;
  if (last === null) {
    return (
      <p className={common.note}>
        No anchor has been signed yet.{tail > 0 && ` ${countWithVerb(tail)} not anchored.`}
      </p>
    );
  }
  return (
    <p className={common.note}>
      The anchor signed on {formatDate(last.at)} covers {countOf(last.events)}.{' '}
      {tail > 0 && `${countWithVerb(tail, 'newer event')} not anchored yet. `}To verify the log, run{' '}
      <code>npm run landline -- events verify</code>.
    </p>
  );
}
