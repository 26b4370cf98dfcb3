import { emailChangeBody } from '@landline/api/identity/sessions/contract';
import { TextInput } from '@mantine/core';
import { ACCOUNT } from '../../../../shared/messages.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { useChangeProfile } from '../api/account.ts';
import { useAccountForm } from '../use-account-form.ts';
import { AccountPasswordInput } from './account-password-input.tsx';

export function ChangeEmailModal({ onClose }: { onClose: () => void }) {
  const { form, modal } = useAccountForm({
    schema: emailChangeBody,
    defaultValues: { newEmail: '', password: '' },
    mutation: useChangeProfile('email'),
    bodyOf: (body) => body,
    success: ACCOUNT.emailChanged,
    failed: ACCOUNT.emailFailed,
    onClose,
  });
  return (
    <FormModal title="Change Email" submit="Update Email" {...modal}>
      <TextInput
        label="New Email"
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.register('newEmail')}
      />
      <AccountPasswordInput {...form.register('password')} />
    </FormModal>
  );
}
