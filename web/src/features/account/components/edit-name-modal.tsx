import { zodResolver } from '@hookform/resolvers/zod';
import { nameChangeBody } from '@landline/api/identity/contract';
import { TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { ACCOUNT } from '../../../shared/messages.ts';
import { useNotifications } from '../../notifications/provider.tsx';
import type { User } from '../../session/user.ts';
import { useChangeProfile } from '../api/change-profile.ts';
import { firstProblem } from '../first-problem.ts';
import { FormModal } from './form-modal.tsx';

export function EditNameModal({ user, onClose }: { user: User; onClose: () => void }) {
  const notify = useNotifications();
  const change = useChangeProfile('name');
  const form = useForm({
    resolver: zodResolver(nameChangeBody),
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
    reValidateMode: 'onSubmit',
  });
  const submit = form.handleSubmit(({ firstName, lastName }) =>
    // Empty values are omitted (spec 000 §5).
    change.mutate(
      { ...(firstName && { firstName }), ...(lastName && { lastName }) },
      {
        onSuccess: () => {
          notify.success(ACCOUNT.nameChanged);
          onClose();
        },
      },
    ),
  );
  return (
    <FormModal
      title="Edit Name"
      submit="Update Name"
      problem={firstProblem(form.formState.errors, change.error, ACCOUNT.nameFailed)}
      pending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
