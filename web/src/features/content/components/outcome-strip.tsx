import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import type { Outcome } from '../use-outcome.ts';
import classes from './content.module.css';

/** What came of the last command, with the way back beside it. */
export function OutcomeStrip({ outcome: { notice, undo } }: { outcome: Outcome }) {
  return (
    <div className={classes.outcome}>
      <NoticeAlert notice={notice} />
      {undo && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          onClick={() => void undo()}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
