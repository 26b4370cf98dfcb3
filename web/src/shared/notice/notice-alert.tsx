import { Alert } from '@mantine/core';
import type { Notice } from './notice-machine.ts';

const COLORS = { error: 'red', success: 'green', notice: 'yellow' } as const;

/** A notice where it appears; the frame stays, so that assistive technology hears what comes. */
export function NoticeAlert({ notice }: { notice: Pick<Notice, 'text' | 'kind'> | null }) {
  return (
    <div aria-live="polite">
      {notice && (
        <Alert color={COLORS[notice.kind]} variant="light" p="sm" role="status">
          {notice.text}
        </Alert>
      )}
    </div>
  );
}
