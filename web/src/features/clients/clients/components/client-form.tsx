import {
  type ClientRecord,
  type EditClientBody,
  editClientBody,
} from '@landline/api/clients/clients/contract';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { FormProvider } from 'react-hook-form';
import { messageOr } from '../../../../shared/http/errors.ts';
import { DOMAINS } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useEditClient } from '../api/clients.ts';
import { websiteOf } from '../display-domain.ts';
import { ClientFields, type ClientValues } from './client-fields.tsx';

const SAVED = 'Client updated successfully';
const FAILED = 'Failed to update client';
const SUCCESS_MS = 5_000;

/** Edits a client's details. */
export function ClientForm({ client }: { client: ClientRecord }) {
  const edit = useEditClient(client.id);
  const { notice, show } = useNotice();
  const values: ClientValues & { active: boolean } = {
    name: client.name,
    primary_domain: websiteOf(client.primary_domain) ?? '',
    plan_tier: client.plan_tier,
    active: client.active,
    time_zone: client.time_zone,
    demo_mode: client.product_config.demo_mode,
    authorized_domains: client.authorized_domains,
    allowed_email_domains: client.allowed_email_domains,
  };
  const form = useZodForm(editClientBody.required(), {
    values,
    // Keep unsaved input when the client changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, dirtyFields } = form.formState;
  const save = form.handleSubmit(() => {
    const changes: EditClientBody = Object.fromEntries(
      Object.entries(form.getValues()).filter(([field]) => field in dirtyFields),
    );
    edit.mutate(changes, {
      onSuccess: () => {
        form.reset(undefined, { keepValues: true });
        show({ kind: 'success', text: SAVED, forMs: SUCCESS_MS });
      },
      onError: (error) => show({ kind: 'error', text: messageOr(error, FAILED) }),
    });
  });
  return (
    <Card title="Client Information">
      <FormProvider {...form}>
        <form onSubmit={save} noValidate>
          <Stack gap="md">
            <ClientFields duplicate={DOMAINS.duplicate}>
              <Checkbox
                label="Active"
                description="Users of inactive clients cannot sign in."
                {...form.register('active')}
              />
            </ClientFields>
            <NoticeAlert notice={notice} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" disabled={!isDirty} onClick={() => form.reset(values)}>
                Cancel
              </Button>
              <Button type="submit" disabled={!isDirty} loading={edit.isPending}>
                Save Changes
              </Button>
            </Group>
          </Stack>
        </form>
      </FormProvider>
    </Card>
  );
}
