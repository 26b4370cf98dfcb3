import { type ClientAdmin, clientAdminChangeBody } from '@landline/api/identity/users/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { ADMINS } from '../../../../shared/messages.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { ActiveTag } from '../../../../shared/ui/active-tag.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { PersonFields } from '../../../../shared/ui/person-fields.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useUpdateClientAdmin } from '../api/client-admins.ts';

const SUCCESS_MS = 5_000;

/** Shows and edits an administrator's personal data (spec 000 §2). */
export function PersonalInformation({ admin }: { admin: ClientAdmin }) {
  const [editing, setEditing] = useState(false);
  const { notice, show } = useNotice();
  return (
    <Card
      title="Personal Information"
      aside={
        !editing && (
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            Edit Details
          </Button>
        )
      }
    >
      {editing ? (
        <EditForm
          admin={admin}
          onSaved={() => {
            setEditing(false);
            show({ kind: 'success', text: ADMINS.updated, forMs: SUCCESS_MS });
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Stack gap="md">
          <FactsList
            facts={[
              ['First name', admin.first_name],
              ['Last name', admin.last_name],
              ['Email', admin.email],
              ['Status', <ActiveTag key="status" active={admin.active} />],
              ['Last login', formatDate(admin.last_login)],
              ['Created', formatDate(admin.created_at)],
            ]}
          />
          <NoticeAlert notice={notice} />
        </Stack>
      )}
    </Card>
  );
}

interface EditFormProps {
  admin: ClientAdmin;
  onSaved: () => void;
  onCancel: () => void;
}

function EditForm({ admin, onSaved, onCancel }: EditFormProps) {
  const update = useUpdateClientAdmin(admin.id);
  const { field, handleSubmit } = useZodForm(clientAdminChangeBody, {
    defaultValues: { firstName: admin.first_name, lastName: admin.last_name, email: admin.email },
  });
  return (
    <form onSubmit={handleSubmit((body) => update.mutate(body, { onSuccess: onSaved }))} noValidate>
      <Stack gap="md">
        <PersonFields field={field} />
        <ErrorNotice error={update.error} failed={ADMINS.updateFailed} />
        <Group gap="sm">
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
