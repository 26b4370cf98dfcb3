import { clientAdminInvitationBody } from '@landline/api/identity/users/contract';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ADMINS, CLIENTS } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { PersonFields } from '../../../../shared/ui/person-fields.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useClients } from '../../../clients/clients/api/clients.ts';
import { useInviteClientAdmin } from '../api/client-admins.ts';

const SUCCESS_MS = 10_000;

/** Invites a client administrator by email; only active clients are offered (spec 000 §5). */
export function InviteClientAdminForm() {
  const [search] = useSearchParams();
  const { data: clients, isError } = useClients();
  const invite = useInviteClientAdmin();
  const { notice, show } = useNotice();
  // Preselects a client that was just added (spec 002 §2).
  const preselectedId = search.get('clientId') ?? '';
  const { field, handleSubmit, reset } = useZodForm(clientAdminInvitationBody, {
    defaultValues: { firstName: '', lastName: '', email: '', clientId: preselectedId },
  });
  const submit = handleSubmit((body) =>
    invite.mutate(body, {
      onSuccess: () => {
        show({ kind: 'success', text: ADMINS.invited(body.email), forMs: SUCCESS_MS });
        reset({ firstName: '', lastName: '', email: '', clientId: body.clientId });
      },
      onError: (error) => show({ kind: 'error', text: messageOr(error, ADMINS.inviteFailed) }),
    }),
  );
  const active = clients?.filter((client) => client.active) ?? [];
  const preselectedName = search.get('clientName');
  const options = [
    { value: '', label: clients ? 'Select a client' : isError ? CLIENTS.failed : 'Loading clients...' },
    ...active.map(({ id, name }) => ({ value: id, label: name })),
    // Shown until the list is loaded.
    ...(!clients && preselectedId && preselectedName
      ? [{ value: preselectedId, label: preselectedName }]
      : []),
  ];
  return (
    <Card title="Invite Client Administrator">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <PersonFields field={field} />
          <NativeSelect
            // Remount: a select ignores a value without a matching option.
            key={options.length}
            label="Client"
            data={options}
            {...field('clientId')}
          />
          <NoticeAlert notice={notice} />
          <Group>
            <Button type="submit" loading={invite.isPending}>
              Send Invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
