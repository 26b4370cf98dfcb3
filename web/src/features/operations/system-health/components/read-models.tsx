import type { ProjectorHealth } from '@landline/api/operations/system-health/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, MISSING } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import tabs from '../../super-admin-portal/tabs/tabs.module.css';
import { useProjectionCommand } from '../api/projection-commands.ts';
import { formatLag, formatProgress, isBehind } from '../projection-lag.ts';
import { MetricsTable } from './metrics-table.tsx';

const COLUMNS = [
  'Name',
  '#Version',
  '#Log positions behind',
  '#Seconds behind',
  '#Parked',
  'Status',
  'Actions',
];

/** Progress of each read model, with rebuild and retry. */
export function ReadModels({ projections }: { projections: readonly ProjectorHealth[] }) {
  const [acceptedMessage, setAcceptedMessage] = useState<string | null>(null);
  const [rebuilding, setRebuilding] = useState<string | null>(null);
  const command = useProjectionCommand((message) => {
    setAcceptedMessage(message);
    setRebuilding(null);
  });
  const problem = command.error
    ? messageOr(command.error, 'The request failed. Nothing was changed.')
    : undefined;
  const failure = problem && rebuilding === null ? { kind: 'error' as const, text: problem } : null;
  const notice =
    problem || acceptedMessage === null ? failure : { kind: 'success' as const, text: acceptedMessage };
  return (
    <Card title="Read models">
      <NoticeAlert notice={notice} />
      <MetricsTable
        label="Read models"
        columns={COLUMNS}
        empty="No read model has started yet."
        rows={projections.map((projector) => ({
          key: projector.name,
          cells: [
            projector.name,
            projector.live?.version ?? MISSING,
            <span key="lag" title="Event log positions not applied yet">
              {formatLag(projector.live)}
            </span>,
            formatCount(projector.lagSeconds),
            formatCount(projector.parked),
            <Status key="status" projector={projector} />,
            <span key="actions" className={tabs.check}>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Rebuild ${projector.name}`}
                onClick={() => {
                  command.reset();
                  setRebuilding(projector.name);
                }}
              >
                Rebuild
              </Button>
              {projector.parked > 0 && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Retry parked events of ${projector.name}`}
                  disabled={command.isPending}
                  onClick={() => command.mutate({ name: projector.name, action: 'replay' })}
                >
                  Retry
                </Button>
              )}
            </span>,
          ],
        }))}
      />
      {rebuilding !== null && (
        <ConfirmDialog
          title="Rebuild read model"
          action="Rebuild"
          isDestructive={false}
          isPending={command.isPending}
          error={problem}
          onConfirm={() => command.mutate({ name: rebuilding, action: 'rebuild' })}
          onClose={() => setRebuilding(null)}
        >
          {rebuilding} is rebuilt from the event log while the current version stays in use. The new version
          replaces it after catching up. No data is lost, and your request is recorded.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Status({ projector }: { projector: ProjectorHealth }) {
  const { building, parked, requests } = projector;
  if (building) return <Tag tone="notice">Rebuilding, {formatProgress(building)}</Tag>;
  if (requests.includes('rebuild')) return <Tag tone="notice">Rebuild requested</Tag>;
  if (parked > 0) return <Tag tone="bad">Parked events</Tag>;
  if (isBehind(projector)) return <Tag tone="notice">Catching up</Tag>;
  return <Tag tone="good">Up to date</Tag>;
}
