import { staffInvitationBody } from '@landline/api/identity/users/contract';
import { STAFF_ROLES } from '@landline/event-schemas';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { ADMINS } from '../../../../shared/messages.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { PersonFields } from '../../../../shared/ui/person-fields.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import type { useInviteStaff } from '../api/staff.ts';

interface InviteStaffFormProps {
  invite: ReturnType<typeof useInviteStaff>;
  onInvited: (message: string) => void;
}

/** Invites a staff member by email. */
export function InviteStaffForm({ invite, onInvited }: InviteStaffFormProps) {
  const { field, handleSubmit } = useZodForm(staffInvitationBody, {
    defaultValues: { firstName: '', lastName: '', email: '', role: 'Employee' as const },
  });
  const submit = handleSubmit((body) =>
    invite.mutate(body, { onSuccess: () => onInvited(ADMINS.invited(body.email)) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PersonFields field={field} />
        <NativeSelect label="Role" data={[...STAFF_ROLES]} {...field('role')} />
        <ErrorNotice error={invite.error} failed={ADMINS.inviteFailed} />
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            Send Invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
