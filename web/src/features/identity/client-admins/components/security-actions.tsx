import type { ClientAdmin } from '@landline/api/identity/users/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconMail, IconShieldOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ADMINS, MUTATION } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useSendPasswordReset, useTurnOffTwoFactor } from '../api/client-admins.ts';

const SUCCESS_MS = 10_000;

/**
 * Sends an administrator a password reset link, or the invitation again if they have not accepted it, and turns off their
 * two-factor sign-in.
 */
export function SecurityActions({ admin }: { admin: ClientAdmin }) {
  const send = useSendPasswordReset(admin.id);
  const turnOff = useTurnOffTwoFactor(admin.id);
  const [isConfirming, setIsConfirming] = useState(false);
  const { notice, show } = useNotice();
  const actions = useRef<HTMLDivElement>(null);
  const texts = admin.pending
    ? {
        description: `Emails ${admin.email} a new invitation.`,
        action: 'Send Invitation Again',
        sent: ADMINS.invited(admin.email),
        failed: ADMINS.inviteFailed,
      }
    : {
        description: `Emails ${admin.email} a link to set a new password.`,
        action: 'Send Password Reset',
        sent: ADMINS.resetSent,
        failed: ADMINS.resetFailed,
      };
  const isBusy = send.isPending || turnOff.isPending;
  return (
    <Card title="Security Actions">
      <Stack
        role="group"
        ref={actions}
        aria-label="Security Actions"
        tabIndex={-1}
        gap="md"
        align="flex-start"
      >
        <Text c="dimmed">{texts.description}</Text>
        <Button
          variant="default"
          leftSection={<IconMail size={16} stroke={1.7} />}
          loading={send.isPending}
          disabled={isBusy}
          onClick={() =>
            send.mutate(undefined, {
              onSuccess: () => show({ kind: 'success', text: texts.sent, forMs: SUCCESS_MS }),
              onError: (error) => show({ kind: 'error', text: messageOr(error, texts.failed) }),
            })
          }
        >
          {texts.action}
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
              disabled={isBusy}
              onClick={() => {
                turnOff.reset();
                setIsConfirming(true);
              }}
            >
              Turn Off Two-Factor Sign-In
            </Button>
          </>
        )}
        <NoticeAlert notice={notice} />
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title="Turn off two-factor sign-in"
          action="Turn off"
          isPending={turnOff.isPending}
          error={turnOff.error ? messageOr(turnOff.error, MUTATION.failed) : undefined}
          onConfirm={() =>
            turnOff.mutate(undefined, {
              onSuccess: () => {
                setIsConfirming(false);
                // The button that opened the dialog is gone.
                actions.current?.focus();
                show({ kind: 'success', text: 'Two-factor sign-in was turned off', forMs: SUCCESS_MS });
              },
            })
          }
          onClose={() => setIsConfirming(false)}
        >
          Turn off two-factor sign-in for {admin.first_name} {admin.last_name}? They can then sign in with
          their password only.
        </ConfirmDialog>
      )}
    </Card>
  );
}
