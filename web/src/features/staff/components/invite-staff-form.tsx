import { zodResolver } from '@hookform/resolvers/zod';
import { staffInvitationBody } from '@landline/api/identity/contract';
import { STAFF_ROLES } from '@landline/event-schemas';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';
import { ADMINS } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { PersonFields } from '../../../shared/ui/person-fields.tsx';
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
        <PersonFields register={register} errors={errors} />
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
