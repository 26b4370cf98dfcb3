import { zodResolver } from '@hookform/resolvers/zod';
import { passwordChangeForm } from '@landline/api/identity/contract';
import { PasswordInput, Text } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { ACCOUNT } from '../../../shared/messages.ts';
import { PasswordStrength } from '../../../shared/ui/password-strength.tsx';
import { useNotifications } from '../../notifications/provider.tsx';
import { useChangeProfile } from '../api/change-profile.ts';
import { firstProblem } from '../first-problem.ts';
import { FormModal } from './form-modal.tsx';

const FIELDS = { currentPassword: '', newPassword: '', confirmPassword: '' };
const toggle = { 'aria-label': 'Show password' };

/** A new password. The session ends 2 s after it is taken (spec 000 §4). */
export function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const notify = useNotifications();
  const change = useChangeProfile('password');
  const form = useForm({
    resolver: zodResolver(passwordChangeForm),
    defaultValues: FIELDS,
    reValidateMode: 'onSubmit',
  });
  const [newPassword, confirmPassword] = form.watch(['newPassword', 'confirmPassword']);
  const submit = form.handleSubmit(({ currentPassword, newPassword }) =>
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          notify.success(ACCOUNT.passwordChanged);
          onClose();
        },
      },
    ),
  );
  return (
    <FormModal
      title="Change Password"
      submit="Change Password"
      problem={firstProblem(form.formState.errors, change.error, ACCOUNT.passwordFailed)}
      pending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        You will be logged out afterwards, here and on every other device.
      </Text>
      <PasswordInput
        label="Current Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        data-autofocus
        {...form.register('currentPassword')}
      />
      <PasswordInput
        label="New Password"
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.register('newPassword')}
      />
      <PasswordInput
        label="Confirm New Password"
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.register('confirmPassword')}
      />
      <PasswordStrength password={newPassword} confirmation={confirmPassword} />
    </FormModal>
  );
}
