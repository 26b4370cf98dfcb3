import { Button, Group, type MantineSize, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NoticeAlert } from '../notice/notice-alert.tsx';
import { CommandModal } from './command-modal.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** Label of the confirming button. */
  action: string;
  isPending: boolean;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /** Word to type before the action is enabled. */
  confirmWord?: string;
  /** Error message of the failed action. */
  error?: string | undefined;
  size?: MantineSize;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation; Cancel has the focus unless a word has to be typed. */
export function ConfirmDialog({
  title,
  children,
  action,
  isPending,
  isDestructive = true,
  isDisabled = false,
  confirmWord,
  error,
  size = 'md',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [input, setInput] = useState('');
  const isConfirmed = confirmWord === undefined || input === confirmWord;
  return (
    <CommandModal opened isPending={isPending} onClose={onClose} title={title} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !isDisabled) onConfirm();
        }}
      >
        <Stack gap="md">
          <Text component="div">{children}</Text>
          {confirmWord !== undefined && (
            <TextInput
              label={`Type ${confirmWord} to confirm`}
              value={input}
              autoComplete="off"
              data-autofocus
              onChange={({ currentTarget }) => setInput(currentTarget.value)}
            />
          )}
          <NoticeAlert notice={error === undefined ? null : { kind: 'error', text: error }} />
          <Group justify="flex-end" gap="sm">
            <Button
              variant="default"
              disabled={isPending}
              onClick={onClose}
              data-autofocus={confirmWord === undefined || undefined}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              {...(isDestructive && { color: 'red' })}
              disabled={!isConfirmed || isDisabled}
              loading={isPending}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </CommandModal>
  );
}
