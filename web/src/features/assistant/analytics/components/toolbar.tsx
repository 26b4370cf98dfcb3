import type { Timeframe } from '@landline/api/assistant/analytics/contract';
import type { ContentFilterLevel } from '@landline/event-schemas';
import { Box, Button, Checkbox, Flex, NativeSelect } from '@mantine/core';
import { IconRefresh, IconShare, IconTrash } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { LEVEL_OPTIONS, LEVEL_TEXTS, TIMEFRAME_OPTIONS, useFilters } from '../filters.ts';
import { analyticsKeys } from '../keys.ts';
import classes from './analytics.module.css';
import { ReportDialog } from './report-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';

/** Time the success banner stays visible, in milliseconds (spec 000 §9). */
const BANNER_MS = 10_000;

interface ToolbarProps {
  /** Null for all clients; reports and resets need one client. */
  clientId: string | null;
  /** Shown before the filters. */
  children?: ReactNode;
}

/** Filters and actions (spec 002 §7). */
export function Toolbar({ clientId, children }: ToolbarProps) {
  const { filters, set } = useFilters();
  const [dialog, setDialog] = useState<'report' | 'reset' | null>(null);
  const { notice, show } = useNotice();
  const queryClient = useQueryClient();
  const isFetching = useIsFetching({ queryKey: analyticsKeys.all }) > 0;
  const close = () => setDialog(null);
  return (
    <>
      <Flex gap="12px 16px" wrap="wrap" align="end" mb={8}>
        {children}
        <NativeSelect
          label="Timeframe"
          data={[...TIMEFRAME_OPTIONS]}
          value={filters.timeframe}
          // The options are the only possible values.
          onChange={({ currentTarget }) => void set({ timeframe: currentTarget.value as Timeframe })}
        />
        <NativeSelect
          label="Filter level"
          data={[...LEVEL_OPTIONS]}
          value={filters.filterLevel}
          disabled={!filters.filterContent}
          // The options are the only possible values.
          onChange={({ currentTarget }) =>
            void set({ filterLevel: currentTarget.value as ContentFilterLevel })
          }
        />
        <Checkbox
          label="Content filtering"
          checked={filters.filterContent}
          mb={8}
          onChange={({ currentTarget }) => void set({ filterContent: currentTarget.checked })}
        />
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            loading={isFetching}
            onClick={() => void queryClient.invalidateQueries({ queryKey: analyticsKeys.all })}
          >
            Refresh Data
          </Button>
          {clientId !== null && (
            <>
              <Button
                variant="default"
                leftSection={<IconShare size={16} stroke={1.6} />}
                onClick={() => setDialog('report')}
              >
                Share Report
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={16} stroke={1.6} />}
                onClick={() => setDialog('reset')}
              >
                Reset Data
              </Button>
            </>
          )}
        </div>
      </Flex>
      <Box component="p" maw="72ch" m="0 0 20px" fz="sm" c="dimmed">
        {filters.filterContent
          ? `${LEVEL_TEXTS[filters.filterLevel]} Filters do not affect billing.`
          : 'Shows all messages. Filters do not affect billing.'}
      </Box>
      <NoticeAlert notice={notice} />
      {clientId !== null && dialog === 'report' && (
        <ReportDialog clientId={clientId} filters={filters} onClose={close} />
      )}
      {clientId !== null && dialog === 'reset' && (
        <ResetDialog
          clientId={clientId}
          onClose={close}
          onDone={(text) => {
            close();
            show({ kind: 'success', text, forMs: BANNER_MS });
          }}
        />
      )}
    </>
  );
}
