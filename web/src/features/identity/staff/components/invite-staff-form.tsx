import { zodResolver } from '@hookform/resolvers/zod';
import { staffInvitationBody } from '@landline/api/identity/users/contract';
import { STAFF_ROLES } from '@landline/event-schemas';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { ADMINS } from '../../../../shared/messages.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { PersonFields } from '../../../../shared/ui/person-fields.tsx';
import { useInviteStaff } from '../api/staff.ts';

const FAILED = 'Failed to send invitation';

/** Invites a staff member by email. */
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
        <PersonFields register={register} errors={errors} />
        <NativeSelect label="Role" data={[...STAFF_ROLES]} {...register('role')} />
        <ErrorNotice error={invite.error} failed={FAILED} />
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            Send Invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
