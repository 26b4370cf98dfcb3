import { RESET_CONFIRMATION } from '@landline/api/analytics/contract';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import { ANALYTICS } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useResetAnalytics } from '../api/reset-analytics.ts';

interface ResetDialogProps {
  clientId: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Asks for the word that confirms it (spec 002 §5). */
export function ResetDialog({ clientId, onDone, onClose }: ResetDialogProps) {
  const [typed, setTyped] = useState('');
  const resetting = useResetAnalytics(clientId);
  return (
    <Modal opened onClose={onClose} title="Reset Analytics Data">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          resetting.mutate(typed, { onSuccess: ({ message }) => onDone(message ?? ANALYTICS.resetDone) });
        }}
      >
        <Stack gap="md">
          <Text>
            All figures start again from now. Conversations and billing usage stay, and so does the record of
            what happened.
          </Text>
          <TextInput
            label={`Type ${RESET_CONFIRMATION} to confirm`}
            value={typed}
            autoComplete="off"
            data-autofocus
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <NoticeAlert
            notice={
              resetting.error
                ? { kind: 'error', text: messageOr(resetting.error, ANALYTICS.resetFailed) }
                : null
            }
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              color="red"
              disabled={typed !== RESET_CONFIRMATION}
              loading={resetting.isPending}
            >
              Reset data
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
