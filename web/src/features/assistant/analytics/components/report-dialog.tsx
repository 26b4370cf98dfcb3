import { LINK_DAYS } from '@landline/api/assistant/analytics/contract';
import { Button, Group, NumberInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { ANALYTICS } from '../../../../shared/messages.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { copyText, reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { CommandModal } from '../../../../shared/ui/command-modal.tsx';
import common from '../../../../shared/ui/common.module.css';
import { useRevokeLinks, useShareReport } from '../api/commands.ts';
import { useReport } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';

interface ReportDialogProps {
  clientId: string;
  filters: Filters;
  onClose: () => void;
}

/** Copies the report as JSON and creates public links to it (spec 002 §7). */
export function ReportDialog({ clientId, filters, onClose }: ReportDialogProps) {
  const { notice, show } = useNotice();
  const report = useReport(clientId, filters);
  const sharing = useShareReport(clientId, filters);
  const revoking = useRevokeLinks(clientId);
  const [days, setDays] = useState<string | number>(LINK_DAYS.default);
  const json = report.data ? JSON.stringify(report.data, null, 2) : '';
  return (
    <CommandModal
      opened
      isPending={sharing.isPending || revoking.isPending}
      onClose={onClose}
      title="Share Report"
      size="lg"
    >
      <Stack gap="md">
        <ErrorNotice error={report.error ?? sharing.error} failed={ANALYTICS.shareFailed} />
        {report.data ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          <section className={classes.code} tabIndex={0} aria-label="Report data">
            <pre>{json}</pre>
          </section>
        ) : (
          !report.error && <Skeleton height={280} role="status" aria-label="Loading the report" />
        )}
        <Group justify="space-between" gap="sm">
          <p className={common.quiet}>Contains statistics only, no visitor messages.</p>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.6} />}
            disabled={!report.data}
            onClick={() => void copyText(show, json, 'Report data copied to clipboard')}
          >
            Copy JSON Data
          </Button>
        </Group>
        <Group align="end" gap="sm">
          <NumberInput
            label="Days until the link expires"
            min={LINK_DAYS.min}
            max={LINK_DAYS.max}
            clampBehavior="strict"
            allowDecimal={false}
            value={days}
            onChange={setDays}
            w={180}
          />
          <Button
            leftSection={<IconLink size={16} stroke={1.6} />}
            loading={sharing.isPending}
            onClick={() => sharing.mutate(Number(days) || LINK_DAYS.default)}
          >
            Create public link
          </Button>
          <Button
            variant="default"
            loading={revoking.isPending}
            onClick={() =>
              revoking.mutate(
                undefined,
                reportOutcome(show, ({ message }) => message, ANALYTICS.revokeFailed, sharing.reset),
              )
            }
          >
            Revoke all links
          </Button>
        </Group>
        {sharing.data && (
          <Group align="end" gap="sm" wrap="nowrap">
            <TextInput
              label="Public link"
              description={`Anyone with this link can view the report until ${formatDate(sharing.data.expires_at)}.`}
              value={sharing.data.url}
              readOnly
              style={{ flex: 1, minWidth: 0 }}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button
              variant="default"
              onClick={() => void copyText(show, sharing.data.url, 'Link copied to clipboard')}
            >
              Copy link
            </Button>
          </Group>
        )}
        <NoticeAlert notice={notice} />
      </Stack>
    </CommandModal>
  );
}
