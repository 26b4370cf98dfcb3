import type { ClientAdmin } from '@landline/api/identity/users/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconMail, IconShieldOff } from '@tabler/icons-react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ADMINS, MUTATION } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { useSendPasswordReset, useTurnOffTwoFactor } from '../api/client-admins.ts';

const SUCCESS_MS = 10_000;

/** Sends a password reset link to an administrator and turns off their two-factor sign-in. */
export function SecurityActions({ admin }: { admin: ClientAdmin }) {
  const send = useSendPasswordReset(admin.id);
  const turnOff = useTurnOffTwoFactor(admin.id);
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
              onSuccess: () => show({ kind: 'success', text: ADMINS.resetSent, forMs: SUCCESS_MS }),
              onError: (error) => show({ kind: 'error', text: messageOr(error, ADMINS.resetFailed) }),
            })
          }
        >
          Send Password Reset
        </Button>
        {admin.two_factor && (
          <>
            <Text c="dimmed">
              Two-factor sign-in is on. Turn it off if the administrator has lost the authenticator app and
              the recovery codes.
            </Text>
            <Button
              variant="default"
              leftSection={<IconShieldOff size={16} stroke={1.7} />}
              loading={turnOff.isPending}
              onClick={() =>
                turnOff.mutate(undefined, {
                  onSuccess: () =>
                    show({ kind: 'success', text: 'Two-factor sign-in was turned off', forMs: SUCCESS_MS }),
                  onError: (error) => show({ kind: 'error', text: messageOr(error, MUTATION.failed) }),
                })
              }
            >
              Turn Off Two-Factor Sign-In
            </Button>
          </>
        )}
        <NoticeAlert notice={notice} />
      </Stack>
    </Card>
  );
}
