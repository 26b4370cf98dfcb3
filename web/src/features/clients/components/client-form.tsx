import { zodResolver } from '@hookform/resolvers/zod';
import { type ClientRecord, type EditClientBody, editClientBody } from '@landline/api/clients/contract';
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';
import { DOMAINS } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { useEditClient } from '../api/edit-client.ts';
import { authorizedDomainProblem, emailDomainProblem } from '../domain-rules.ts';
import { DomainsInput } from './domains-input.tsx';
import { PLAN_OPTIONS } from './plan-badge.tsx';

const SAVED = 'Client updated successfully';
const FAILED = 'Failed to update client';
const SHOWN_MS = 5_000;
const ZONES = Intl.supportedValuesOf('timeZone');

/** What staff may change of a client. */
export function ClientForm({ client }: { client: ClientRecord }) {
  const edit = useEditClient(client.id);
  const { notice, show } = useNotice();
  const values = {
    name: client.name,
    primary_domain: client.primary_domain ?? '',
    plan_tier: client.plan_tier,
    active: client.active,
    time_zone: client.time_zone,
    demo_mode: client.product_config.demo_mode,
    authorized_domains: client.authorized_domains,
    allowed_email_domains: client.allowed_email_domains,
  };
  const { control, formState, getValues, handleSubmit, register, reset } = useForm({
    resolver: zodResolver(editClientBody),
    values,
    // What is being typed stays when the client changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, dirtyFields } = formState;
  const save = handleSubmit(() => {
    const changed: EditClientBody = Object.fromEntries(
      Object.entries(getValues()).filter(([field]) => field in dirtyFields),
    );
    edit.mutate(changed, {
      onSuccess: () => {
        reset(undefined, { keepValues: true });
        show({ kind: 'success', text: SAVED, forMs: SHOWN_MS });
      },
      onError: (error) => show({ kind: 'error', text: messageOr(error, FAILED) }),
    });
  });
  return (
    <Card title="Client Information">
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <TextInput label="Client name" {...register('name')} error={errors.name?.message} />
          <TextInput
            label="Primary domain"
            {...register('primary_domain')}
            error={errors.primary_domain?.message}
          />
          <NativeSelect label="Plan" data={PLAN_OPTIONS} {...register('plan_tier')} />
          <NativeSelect
            label="Time zone"
            data={ZONES.includes(client.time_zone) ? ZONES : [client.time_zone, ...ZONES]}
            {...register('time_zone')}
          />
          <Controller
            control={control}
            name="authorized_domains"
            render={({ field }) => (
              <DomainsInput
                label="Authorized domains"
                value={field.value ?? []}
                onChange={field.onChange}
                check={authorizedDomainProblem}
                duplicate={DOMAINS.duplicate}
              />
            )}
          />
          <Controller
            control={control}
            name="allowed_email_domains"
            render={({ field }) => (
              <DomainsInput
                label="Allowed email domains"
                description="Whose addresses may be invited. An empty list means any."
                value={field.value ?? []}
                onChange={field.onChange}
                check={emailDomainProblem}
                duplicate={DOMAINS.duplicate}
              />
            )}
          />
          <Checkbox
            label="Active"
            description="Users of an inactive client cannot sign in."
            {...register('active')}
          />
          <Checkbox
            label="Demo account"
            description="Shows the demo agreement, and closes Billing and Account Settings."
            {...register('demo_mode')}
          />
          <NoticeAlert notice={notice} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={!isDirty} onClick={() => reset(values)}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isDirty} loading={edit.isPending}>
              Save Changes
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
