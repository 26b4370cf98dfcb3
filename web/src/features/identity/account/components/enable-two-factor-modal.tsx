import { totpConfirmBody, totpPasswordBody } from '@landline/api/identity/sessions/contract';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { MUTATION } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { copyText } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import common from '../../../../shared/ui/common.module.css';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useBeginTwoFactor, useConfirmTwoFactor } from '../api/account.ts';
import { firstProblem } from '../first-problem.ts';
import { AccountPasswordInput } from './account-password-input.tsx';
import classes from './account-settings.module.css';
import { QrCode } from './qr-code.tsx';

/** Enables two-factor sign-in in three steps: password, secret and code, recovery codes (shown once). */
export function EnableTwoFactorModal({ onClose }: { onClose: () => void }) {
  const begin = useBeginTwoFactor();
  const confirm = useConfirmTwoFactor();
  const passwordForm = useZodForm(totpPasswordBody, { defaultValues: { password: '' } });
  const { setFocus, ...codeForm } = useZodForm(totpConfirmBody, { defaultValues: { code: '' } });
  // The second step replaces the focused button.
  useEffect(() => {
    if (begin.data) setFocus('code');
  }, [begin.data, setFocus]);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  if (begin.data) {
    const { secret, otpauthUrl } = begin.data;
    return (
      <FormModal
        title="Turn on two-factor sign-in"
        submit="Turn On"
        problem={firstProblem(codeForm.formState.errors, confirm.error, MUTATION.failed)}
        pending={confirm.isPending}
        onSubmit={codeForm.handleSubmit((body) => confirm.mutate(body))}
        onClose={onClose}
      >
        <Text size="sm">
          Scan this code with your authenticator app, then enter the six-digit code it shows.
        </Text>
        <QrCode text={otpauthUrl} label="QR code for your authenticator app" className={classes.qr} />
        <Text size="sm" c="dimmed">
          Or enter this key by hand: <code className={common.wrap}>{secret}</code>
        </Text>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...codeForm.register('code')}
        />
      </FormModal>
    );
  }
  return (
    <FormModal
      title="Turn on two-factor sign-in"
      submit="Continue"
      problem={firstProblem(passwordForm.formState.errors, begin.error, MUTATION.failed)}
      pending={begin.isPending}
      onSubmit={passwordForm.handleSubmit((body) => begin.mutate(body))}
      onClose={onClose}
    >
      <Text size="sm">
        You will also need a code from an authenticator app on your phone to sign in. Enter your password to
        set it up.
      </Text>
      <AccountPasswordInput data-autofocus {...passwordForm.register('password')} />
    </FormModal>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { notice, show } = useNotice();
  return (
    <Modal opened onClose={onClose} title="Two-factor sign-in is on" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">
          Store these recovery codes somewhere other than your phone. Each signs you in once, and they are not
          shown again.
        </Text>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <NoticeAlert notice={notice} />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => void copyText(show, codes.join('\n'), 'Recovery codes copied to clipboard')}
          >
            Copy
          </Button>
          <Button onClick={onClose}>I saved these codes</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
