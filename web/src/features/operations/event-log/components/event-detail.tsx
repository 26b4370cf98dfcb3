import type { LogEventDetail, LogRow } from '@landline/api/operations/event-log/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { formatCount, formatDate, MISSING } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { eventLabel } from '../../../platform/activity/event-texts.ts';
import { useLogEvent } from '../api/event-log.ts';
import { Actor } from './event-list.tsx';
import classes from './event-log.module.css';
import { JsonView } from './json-view.tsx';

interface EventDetailProps {
  position: string;
  onBack: () => void;
  onOpen: (position: string) => void;
  onReplay: (stream: string, revision: number) => void;
  onFind: (query: { correlation: string } | { causation: string }) => void;
}

/** One event with its cause, its effects and its technical details. */
export function EventDetail({ position, onBack, ...actions }: EventDetailProps) {
  return (
    <>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.7} />} onClick={onBack}>
          All events
        </Button>
      </div>
      <QueryBody query={useLogEvent(position)} errorTitle="The event could not be loaded" skeleton={480}>
        {(event) => <Detail event={event} {...actions} />}
      </QueryBody>
    </>
  );
}

const PERSONAL = {
  shown: ['quiet', 'Personal, visible to your role'],
  hidden: ['notice', 'Personal, hidden from your role'],
  erased: ['bad', 'Erased'],
} as const;

type DetailProps = { event: LogEventDetail } & Omit<EventDetailProps, 'position' | 'onBack'>;

function Detail({ event, onOpen, onReplay, onFind }: DetailProps) {
  return (
    <>
      <Card
        title={eventLabel(event.type)}
        aside={
          <Button variant="default" size="xs" onClick={() => onReplay(event.stream, Number(event.revision))}>
            Replay to here
          </Button>
        }
      >
        <FactsList
          facts={[
            ['Time', formatDate(event.at)],
            ['User', <Actor key="user" event={event} />],
          ]}
        />
      </Card>
      <div className={classes.parts}>
        <Card title="Caused by">
          {event.cause ? (
            <EventLinks events={[event.cause]} onOpen={onOpen} />
          ) : (
            <p className={common.note}>A request or a scheduled task, not another event.</p>
          )}
        </Card>
        <Card title="Effects">
          {event.caused.length > 0 ? (
            <>
              <EventLinks events={event.caused} onOpen={onOpen} />
              {event.causedTotal > event.caused.length && (
                <Button variant="default" size="xs" onClick={() => onFind({ causation: event.id })}>
                  All {formatCount(event.causedTotal)}
                </Button>
              )}
            </>
          ) : (
            <p className={common.note}>This event caused no other events.</p>
          )}
        </Card>
      </div>
      <details>
        <summary>Details</summary>
        <TechnicalDetails event={event} onFind={onFind} />
      </details>
    </>
  );
}

function TechnicalDetails({ event, onFind }: Pick<DetailProps, 'event' | 'onFind'>) {
  const { schemaVersion, currentVersion } = event;
  return (
    <div className={classes.parts}>
      <Card title="Record">
        <div className={classes.wrap}>
          <FactsList
            facts={[
              ['Event type', event.type],
              ['Position', event.position],
              ['Stream', `${event.stream}@${event.revision}`],
              ['Client ID', event.clientId ?? MISSING],
              [
                'Schema version',
                schemaVersion === currentVersion
                  ? String(schemaVersion)
                  : `Written as ${schemaVersion}, read as ${currentVersion}`,
              ],
              [
                'Correlation ID',
                <UnstyledButton
                  key="correlation"
                  className={classes.link}
                  onClick={() => onFind({ correlation: event.correlationId })}
                >
                  {event.correlationId}
                </UnstyledButton>,
              ],
              ...event.personal.map(
                ({ path, state }) =>
                  [
                    path,
                    <Tag key={path} tone={PERSONAL[state][0]}>
                      {PERSONAL[state][1]}
                    </Tag>,
                  ] as const,
              ),
            ]}
          />
        </div>
      </Card>
      <Card title="Data">
        <JsonView label="Data" value={event.data} isExported />
      </Card>
      <Card title="Metadata">
        <JsonView label="Metadata" value={event.metadata} isExported />
      </Card>
    </div>
  );
}

interface EventLinksProps {
  events: readonly LogRow[];
  onOpen: (position: string) => void;
}

const EventLinks = ({ events, onOpen }: EventLinksProps) => (
  <ul className={`${common.list} ${classes.list}`}>
    {events.map(({ position, type, at }) => (
      <li key={position}>
        <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => onOpen(position)}>
          {eventLabel(type)}
        </Button>
        <div className={common.quiet}>{formatDate(at)}</div>
      </li>
    ))}
  </ul>
);
