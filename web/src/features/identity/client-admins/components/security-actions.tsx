import type { ClientAdmin } from '@landline/api/identity/sessions/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ADMINS } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { useSendPasswordReset } from '../api/client-admins.ts';

const SHOWN_MS = 10_000;

/** Sends a password reset link to an administrator. */
export function SecurityActions({ admin }: { admin: ClientAdmin }) {
  const send = useSendPasswordReset(admin.id);
  const { notice, show } = useNotice();
  return (
    <Card title="Security Actions">
      <Stack gap="md" align="flex-start">
        <Text c="dimmed">Sends a link for choosing a new password to {admin.email}.</Text>
        <Button
          variant="default"
          leftSection={<IconMail size={16} stroke={1.7} />}
          loading={send.isPending}
          onClick={() =>
            send.mutate(undefined, {
              onSuccess: () => show({ kind: 'success', text: ADMINS.resetSent, forMs: SHOWN_MS }),
              onError: (error) => show({ kind: 'error', text: messageOr(error, ADMINS.resetFailed) }),
            })
          }
        >
          Send Password Reset
        </Button>
        <NoticeAlert notice={notice} />
      </Stack>
    </Card>
  );
}
