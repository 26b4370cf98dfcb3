import { Button, Group } from '@mantine/core';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import type { Notice } from '../../../../shared/notice/use-notice.ts';

interface FormFooterProps {
  notice: Notice | null;
  label: string;
  isPending: boolean;
  isDisabled?: boolean;
  variant?: 'filled' | 'default';
  /** If omitted, the button submits its form. */
  onSave?: () => void;
}

/** Save button with the outcome of the last save. */
export function FormFooter({ notice, label, isPending, isDisabled, variant, onSave }: FormFooterProps) {
  return (
    <>
      <NoticeAlert notice={notice} />
      <Group justify="flex-end">
        <Button
          variant={variant ?? 'filled'}
          disabled={isDisabled ?? false}
          loading={isPending}
          {...(onSave ? { onClick: onSave } : { type: 'submit' })}
        >
          {label}
        </Button>
      </Group>
    </>
  );
}
