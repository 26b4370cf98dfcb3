import { zodResolver } from '@hookform/resolvers/zod';
import { totpPasswordBody } from '@landline/api/identity/contract';
import { useForm } from 'react-hook-form';
import { MUTATION } from '../../../shared/messages.ts';
import { useNotifications } from '../../notifications/provider.tsx';
import { useDisableTwoFactor } from '../api/two-factor.ts';
import { firstProblem } from '../first-problem.ts';
import { FormModal } from './form-modal.tsx';
import { PasswordField } from './password-field.tsx';

export function DisableTwoFactorModal({ onClose }: { onClose: () => void }) {
  const notify = useNotifications();
  const disable = useDisableTwoFactor();
  const form = useForm({ resolver: zodResolver(totpPasswordBody), defaultValues: { password: '' } });
  const submit = form.handleSubmit(({ password }) =>
    disable.mutate(password, {
      onSuccess: () => {
        notify.success('Two-factor sign-in is off.');
        onClose();
      },
    }),
  );
  return (
    <FormModal
      title="Turn off two-factor sign-in"
      submit="Turn Off"
      problem={firstProblem(form.formState.errors, disable.error, MUTATION.failed)}
      pending={disable.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordField {...form.register('password')} />
    </FormModal>
  );
}
