import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import type { CommandNotice } from '../use-command-notice.ts';
import classes from './website.module.css';

export function CommandNoticeBar({ commandNotice }: { commandNotice: CommandNotice }) {
  const { notice, undo } = commandNotice;
  return (
    <div className={classes.notice}>
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
