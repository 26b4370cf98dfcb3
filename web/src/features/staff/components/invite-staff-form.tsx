import { zodResolver } from '@hookform/resolvers/zod';
import { staffInvitationBody } from '@landline/api/identity/contract';
import { STAFF_ROLES } from '@landline/event-schemas';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';
import { ADMINS } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useInviteStaff } from '../api/invite-staff.ts';

const FAILED = 'Failed to send invitation';

/** Invites a member of staff by mail. */
export function InviteStaffForm({ onInvited }: { onInvited: (message: string) => void }) {
  const invite = useInviteStaff();
  const { formState, handleSubmit, register } = useForm({
    resolver: zodResolver(staffInvitationBody),
    defaultValues: { firstName: '', lastName: '', email: '', role: 'Employee' as const },
  });
  const { errors } = formState;
  const submit = handleSubmit((body) =>
    invite.mutate(body, { onSuccess: () => onInvited(ADMINS.invited(body.email)) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="First name"
          data-autofocus
          autoComplete="off"
          {...register('firstName')}
          error={errors.firstName?.message}
        />
        <TextInput
          label="Last name"
          autoComplete="off"
          {...register('lastName')}
          error={errors.lastName?.message}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          {...register('email')}
          error={errors.email?.message}
        />
        <NativeSelect label="Role" data={[...STAFF_ROLES]} {...register('role')} />
        <NoticeAlert
          notice={invite.error ? { kind: 'error', text: messageOr(invite.error, FAILED) } : null}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            Send Invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
