import { totpPasswordBody } from '@landline/api/identity/sessions/contract';
import { MUTATION } from '../../../../shared/messages.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { useDisableTwoFactor } from '../api/account.ts';
import { useAccountForm } from '../use-account-form.ts';
import { AccountPasswordInput } from './account-password-input.tsx';

export function DisableTwoFactorModal({ onClose }: { onClose: () => void }) {
  const { form, modal } = useAccountForm({
    schema: totpPasswordBody,
    defaultValues: { password: '' },
    mutation: useDisableTwoFactor(),
    bodyOf: (body) => body,
    success: 'Two-factor sign-in was turned off.',
    failed: MUTATION.failed,
    onClose,
  });
  return (
    <FormModal title="Turn off two-factor sign-in" submit="Turn Off" {...modal}>
      <AccountPasswordInput data-autofocus {...form.register('password')} />
    </FormModal>
  );
}
