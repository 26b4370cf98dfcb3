import { passwordChangeForm } from '@landline/api/identity/sessions/contract';
import { Text } from '@mantine/core';
import { ACCOUNT } from '../../../../shared/messages.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { PasswordStrength } from '../../../../shared/ui/password-strength.tsx';
import { useChangeProfile } from '../api/account.ts';
import { useAccountForm } from '../use-account-form.ts';
import { AccountPasswordInput } from './account-password-input.tsx';

const FIELDS = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password; the session ends 2 s later (spec 000 §4). */
export function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const { form, modal } = useAccountForm({
    schema: passwordChangeForm,
    defaultValues: FIELDS,
    mutation: useChangeProfile('password'),
    bodyOf: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
    success: ACCOUNT.passwordChanged,
    failed: ACCOUNT.passwordFailed,
    onClose,
  });
  const [newPassword, confirmPassword] = form.watch(['newPassword', 'confirmPassword']);
  return (
    <FormModal title="Change Password" submit="Change Password" {...modal}>
      <Text size="sm" c="dimmed">
        You will be logged out afterwards, here and on every other device.
      </Text>
      <AccountPasswordInput label="Current Password" data-autofocus {...form.register('currentPassword')} />
      <AccountPasswordInput
        label="New Password"
        autoComplete="new-password"
        {...form.register('newPassword')}
      />
      <AccountPasswordInput
        label="Confirm New Password"
        autoComplete="new-password"
        {...form.register('confirmPassword')}
      />
      <PasswordStrength password={newPassword} confirmation={confirmPassword} />
    </FormModal>
  );
}
