import type { LogEventDetail, LogRow } from '@landline/api/auditor/contract';
import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useLogEvent } from '../api/log.ts';
import classes from './auditor.module.css';
import { Who } from './event-list.tsx';
import { JsonView } from './json-view.tsx';

interface Props {
  position: string;
  onBack: () => void;
  onOpen: (position: string) => void;
  onReplay: (stream: string, revision: number) => void;
  onFind: (wanted: { correlation: string } | { causation: string }) => void;
}

/** One event: what it says, by whom, what led to it and what it led to. */
export function EventDetail({ position, onBack, ...actions }: Props) {
  const { data, error, refetch } = useLogEvent(position);
  return (
    <>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.7} />} onClick={onBack}>
          All events
        </Button>
      </div>
      {error && !data ? (
        <ErrorState title="The event could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={480} role="status" aria-label="Loading the event" />
      ) : (
        <Detail event={data} {...actions} />
      )}
    </>
  );
}

const PERSONAL = {
  shown: ['quiet', 'Personal, shown to your role'],
  hidden: ['notice', 'Personal, hidden from your role'],
  erased: ['bad', 'Erased'],
} as const;

function Detail({
  event,
  onOpen,
  onReplay,
  onFind,
}: { event: LogEventDetail } & Omit<Props, 'position' | 'onBack'>) {
  const { schemaVersion, presentVersion } = event;
  return (
    <>
      <Card
        title={event.type}
        aside={
          <Button variant="default" size="xs" onClick={() => onReplay(event.stream, Number(event.revision))}>
            Replay to here
          </Button>
        }
      >
        <div className={classes.wrap}>
          <FactsList
            facts={[
              ['Position', event.position],
              ['Stream', `${event.stream}@${event.revision}`],
              ['When', formatDate(event.at)],
              ['Who', <Who key="who" event={event} />],
              ['Client', event.clientId ?? 'none'],
              [
                'Schema version',
                schemaVersion === presentVersion
                  ? String(schemaVersion)
                  : `written in ${schemaVersion}, read in ${presentVersion}`,
              ],
              [
                'Correlation',
                <UnstyledButton
                  key="correlation"
                  className={classes.link}
                  onClick={() => onFind({ correlation: event.correlationId })}
                >
                  {event.correlationId}
                </UnstyledButton>,
              ],
            ]}
          />
        </div>
        {event.personal.length > 0 && (
          <p className={classes.note}>
            {event.personal.map(({ path, state }) => (
              <span key={path}>
                <code>{path}</code> <Tag tone={PERSONAL[state][0]}>{PERSONAL[state][1]}</Tag>{' '}
              </span>
            ))}
          </p>
        )}
      </Card>
      <div className={classes.parts}>
        <Card title="Data">
          <JsonView label="Data" value={event.data} />
        </Card>
        <Card title="Metadata">
          <JsonView label="Metadata" value={event.metadata} />
        </Card>
        <Card title="Caused by">
          {event.cause ? (
            <Links events={[event.cause]} onOpen={onOpen} />
          ) : (
            <p className={classes.note}>A command: no event led to it.</p>
          )}
        </Card>
        <Card title="Caused">
          {event.caused.length > 0 ? (
            <>
              <Links events={event.caused} onOpen={onOpen} />
              {event.causedTotal > event.caused.length && (
                <Button variant="default" size="xs" onClick={() => onFind({ causation: event.id })}>
                  All {formatCount(event.causedTotal)}
                </Button>
              )}
            </>
          ) : (
            <p className={classes.note}>Nothing.</p>
          )}
        </Card>
      </div>
    </>
  );
}

function Links({ events, onOpen }: { events: readonly LogRow[]; onOpen: (position: string) => void }) {
  return (
    <ul className={classes.list}>
      {events.map(({ position, type, stream, at }) => (
        <li key={position}>
          <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => onOpen(position)}>
            {type}
          </Button>
          <div className={classes.quiet}>
            {stream}, {formatDate(at)}
          </div>
        </li>
      ))}
    </ul>
  );
}
