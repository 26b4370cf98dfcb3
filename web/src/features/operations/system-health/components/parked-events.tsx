import type { DatabaseHealth } from '@landline/api/operations/system-health/contract';
import { Button, Text, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useSkipParkedEvent } from '../api/projection-commands.ts';
import { MetricsTable } from './metrics-table.tsx';

type ParkedEvent = DatabaseHealth['parkedEvents'][number];

/**
 * Events that could not be applied, and the later events of their streams. The first event of each stream can be
 * skipped. Only the oldest of `total` events are listed.
 */
export function ParkedEvents({ events, total }: { events: readonly ParkedEvent[]; total: number }) {
  const [skipping, setSkipping] = useState<ParkedEvent | null>(null);
  const [acceptedMessage, setAcceptedMessage] = useState<string | null>(null);
  const isFirstOfStream = (event: ParkedEvent) =>
    events.find(({ projector, stream }) => projector === event.projector && stream === event.stream) ===
    event;
  const isCut = events.length > 0 && events.length < total;
  return (
    <Card
      title="Parked events"
      aside={isCut && `Oldest ${formatCount(events.length)} of ${formatCount(total)}`}
    >
      <NoticeAlert notice={acceptedMessage === null ? null : { kind: 'success', text: acceptedMessage }} />
      {events.length === 0 ? (
        <EmptyState title="No parked events" icon={IconCircleCheck}>
          All events have been applied.
        </EmptyState>
      ) : (
        <MetricsTable
          label="Parked events"
          columns={['Event', 'Read model', 'Error', '#Attempts', 'Since', 'Actions']}
          rows={events.map((event) => ({
            key: `${event.projector}-${event.position}`,
            cells: [
              <span key="event">
                {event.type}
                <br />
                <small>{event.stream}</small>
              </span>,
              event.projector,
              event.error,
              formatCount(event.attempts),
              formatDate(event.parkedAt),
              isFirstOfStream(event) && (
                <Button
                  key="skip"
                  size="compact-xs"
                  variant="default"
                  aria-label={`Skip ${event.type} in ${event.projector}`}
                  onClick={() => setSkipping(event)}
                >
                  Skip
                </Button>
              ),
            ],
          }))}
        />
      )}
      {skipping && (
        <SkipDialog
          event={skipping}
          onDone={(message) => {
            setAcceptedMessage(message);
            setSkipping(null);
          }}
          onClose={() => setSkipping(null)}
        />
      )}
    </Card>
  );
}

interface SkipDialogProps {
  event: ParkedEvent;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Asks for the reason for skipping a parked event. */
function SkipDialog({ event: { projector, position, type }, onDone, onClose }: SkipDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const command = useSkipParkedEvent(onDone);
  return (
    <FormModal
      title="Skip parked event"
      submit="Skip event"
      problem={command.error ? messageOr(command.error, 'The event was not skipped. Try again.') : null}
      pending={command.isPending}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        setIsMissing(reason.trim() === '');
        if (reason.trim() !== '') command.mutate({ name: projector, position, reason });
      }}
      onClose={onClose}
    >
      <Text>
        {projector} retries {type} and skips it if it fails again. The event stays in the event log, and your
        reason is recorded there.
      </Text>
      <Textarea
        label="Reason"
        value={reason}
        maxLength={500}
        required
        data-autofocus
        error={isMissing && 'Enter a reason.'}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormModal>
  );
}
