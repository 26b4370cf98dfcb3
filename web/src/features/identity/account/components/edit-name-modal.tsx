import { nameChangeBody } from '@landline/api/identity/sessions/contract';
import { TextInput } from '@mantine/core';
import { ACCOUNT } from '../../../../shared/messages.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import type { User } from '../../../platform/session/user.ts';
import { useChangeProfile } from '../api/account.ts';
import { useAccountForm } from '../use-account-form.ts';

export function EditNameModal({ user, onClose }: { user: User; onClose: () => void }) {
  const { form, modal } = useAccountForm({
    schema: nameChangeBody,
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
    mutation: useChangeProfile('name'),
    // Empty values are omitted (spec 000 §5).
    bodyOf: ({ firstName, lastName }) => ({ ...(firstName && { firstName }), ...(lastName && { lastName }) }),
    success: ACCOUNT.nameChanged,
    failed: ACCOUNT.nameFailed,
    onClose,
  });
  return (
    <FormModal title="Edit Name" submit="Update Name" {...modal}>
      <TextInput
        label="First Name"
        autoComplete="given-name"
        data-autofocus
        {...form.register('firstName')}
      />
      <TextInput label="Last Name" autoComplete="family-name" {...form.register('lastName')} />
    </FormModal>
  );
}
