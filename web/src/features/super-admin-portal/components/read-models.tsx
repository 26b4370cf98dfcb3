import type { DatabaseHealth, ProjectorHealth } from '@landline/api/health/contract';
import { Button, Modal } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useAskOfProjection } from '../api/ask-of-projection.ts';
import { isBehind, lagOf, shareOf } from '../lag.ts';
import tabs from '../tabs/tabs.module.css';
import { FiguresTable } from './figures.tsx';

const COLUMNS = ['Name', '#Version', '#Lag', '#Lag, s', '#Parked', 'Status', 'Actions'];

/** How far each read model is, and what can be done about one that is not right. */
export function ReadModels({ projections }: { projections: readonly ProjectorHealth[] }) {
  const [told, setTold] = useState<string | null>(null);
  const [rebuilding, setRebuilding] = useState<string | null>(null);
  const ask = useAskOfProjection((message) => {
    setTold(message);
    setRebuilding(null);
  });
  const notice = ask.error
    ? { kind: 'error' as const, text: messageOr(ask.error, 'The read model could not be asked for.') }
    : told === null
      ? null
      : { kind: 'success' as const, text: told };
  return (
    <Card title="Read models">
      <NoticeAlert notice={notice} />
      <FiguresTable
        label="Read models"
        columns={COLUMNS}
        empty="The projections have not run yet."
        rows={projections.map((projector) => ({
          key: projector.name,
          cells: [
            projector.name,
            projector.live?.version ?? '–',
            <span key="lag" title="Log positions between what is shown and what has happened">
              {lagOf(projector.live)}
            </span>,
            projector.lagSeconds === null ? '–' : formatCount(projector.lagSeconds),
            formatCount(projector.parked),
            <Status key="status" projector={projector} />,
            <span key="actions" className={tabs.check}>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Rebuild ${projector.name}`}
                onClick={() => setRebuilding(projector.name)}
              >
                Rebuild
              </Button>
              {projector.parked > 0 && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Try the parked events of ${projector.name} again`}
                  onClick={() => ask.mutate({ name: projector.name, what: 'replay' })}
                >
                  Try again
                </Button>
              )}
            </span>,
          ],
        }))}
      />
      <Modal opened={rebuilding !== null} onClose={() => setRebuilding(null)} title="Rebuild this read model">
        <p>
          {rebuilding} is built anew from the log, beside the one that serves, and takes its place when it has
          caught up. Nothing is lost, and nobody has to wait; it is on record who asked for it.
        </p>
        <Button
          data-autofocus
          loading={ask.isPending}
          onClick={() => rebuilding !== null && ask.mutate({ name: rebuilding, what: 'rebuild' })}
        >
          Rebuild
        </Button>
      </Modal>
    </Card>
  );
}

function Status({ projector }: { projector: ProjectorHealth }) {
  const { building, parked, requests } = projector;
  if (building) return <Tag tone="notice">Rebuilding, {shareOf(building)}</Tag>;
  if (requests.includes('rebuild')) return <Tag tone="notice">Rebuild asked for</Tag>;
  if (parked > 0) return <Tag tone="bad">Parked events</Tag>;
  if (isBehind(projector)) return <Tag tone="notice">Catching up</Tag>;
  return <Tag tone="good">Up to date</Tag>;
}

/** Events that could not be applied, and those that wait behind them. */
export function ParkedEvents({ events }: { events: DatabaseHealth['parkedEvents'] }) {
  return (
    <Card title="Parked events">
      {events.length === 0 ? (
        <EmptyState title="No parked events" icon={<IconCircleCheck size={24} stroke={1.5} />}>
          Every event could be applied.
        </EmptyState>
      ) : (
        <FiguresTable
          label="Parked events"
          columns={['Event', 'Read model', 'Error', '#Attempts', 'Since']}
          rows={events.map(({ projector, position, stream, type, error, attempts, parkedAt }) => ({
            key: `${projector}-${position}`,
            cells: [
              <span key="event">
                {type}
                <br />
                <small>{stream}</small>
              </span>,
              projector,
              error,
              formatCount(attempts),
              formatDate(parkedAt),
            ],
          }))}
        />
      )}
    </Card>
  );
}
