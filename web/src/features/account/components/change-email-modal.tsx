import { zodResolver } from '@hookform/resolvers/zod';
import { emailChangeBody } from '@landline/api/identity/contract';
import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { ACCOUNT } from '../../../shared/messages.ts';
import { useNotifications } from '../../notifications/provider.tsx';
import { useChangeProfile } from '../api/change-profile.ts';
import { firstProblem } from '../first-problem.ts';
import { FormModal } from './form-modal.tsx';

export function ChangeEmailModal({ onClose }: { onClose: () => void }) {
  const notify = useNotifications();
  const change = useChangeProfile('email');
  const form = useForm({
    resolver: zodResolver(emailChangeBody),
    defaultValues: { newEmail: '', password: '' },
    reValidateMode: 'onSubmit',
  });
  const submit = form.handleSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => {
        notify.success(ACCOUNT.emailChanged);
        onClose();
      },
    }),
  );
  return (
    <FormModal
      title="Change Email"
      submit="Update Email"
      problem={firstProblem(form.formState.errors, change.error, ACCOUNT.emailFailed)}
      pending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="New Email"
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.register('newEmail')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        {...form.register('password')}
      />
    </FormModal>
  );
}
