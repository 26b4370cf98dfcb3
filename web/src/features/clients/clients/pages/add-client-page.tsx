import { type AddClientBody, addClientBody, type ClientRecord } from '@landline/api/clients/clients/contract';
import { Box, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { messageOr } from '../../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useAddClient } from '../api/clients.ts';
import { ClientFields, type ClientValues } from '../components/client-fields.tsx';
import classes from './client-page.module.css';

const FAILED = 'The client could not be added. Try again.';

/** Delay before the redirect, in milliseconds (spec 002 §2). */
const REDIRECT_DELAY_MS = { client: 1_500, superadmin: 2_000 };

interface NewClientValues extends ClientValues {
  has_ai_assistant: boolean;
  has_adu_finder: boolean;
}

const bodyOf = ({ authorized_domains, ...values }: NewClientValues): AddClientBody => ({
  ...values,
  authorized_domains: authorized_domains.join(','),
});
const newClient = z.custom<NewClientValues>().transform(bodyOf).pipe(addClientBody);

/** /ai/add-client (spec 002 §2, §5). */
export function Component() {
  const [search] = useSearchParams();
  const returnTo = search.get('returnTo') === 'superadmin' ? 'superadmin' : 'client';
  const add = useAddClient();
  const addedClient = add.data;
  useRedirectToNextStep(addedClient, returnTo);
  const form = useZodForm(newClient, {
    mode: 'onTouched',
    defaultValues: {
      name: '',
      primary_domain: '',
      authorized_domains: [],
      allowed_email_domains: [],
      has_ai_assistant: true,
      has_adu_finder: false,
      plan_tier: 'starter',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      demo_mode: false,
    },
  });
  const { getValues, handleSubmit, register } = form;
  const [name, domain, ai, finder] = form.watch([
    'name',
    'primary_domain',
    'has_ai_assistant',
    'has_adu_finder',
  ]);
  // Only missing required values disable the button; other errors appear at their fields (spec 002 §5).
  const isIncomplete = name.trim() === '' || (!ai && !finder) || (ai && !domain.trim());

  return (
    <Page title="Add Client" subtitle="You invite its administrators in the next step.">
      <FormProvider {...form}>
        <form
          onSubmit={handleSubmit(() => add.mutate(bodyOf(getValues())))}
          noValidate
          className={classes.form}
        >
          <Card title="Client">
            <ClientFields domainRequired={ai} />
          </Card>
          <Card title="Products">
            <fieldset className={classes.fieldset}>
              <Box component="legend" m={0} p="0 0 12px" c="dimmed">
                Choose at least one.
              </Box>
              <Stack gap="sm">
                <Checkbox
                  label="AI Assistant"
                  description="Answers visitors' questions on the client's website."
                  {...register('has_ai_assistant')}
                />
                <Checkbox
                  label="Property Finder"
                  description="Lists scored parcels from the datasets the client has access to."
                  {...register('has_adu_finder')}
                />
              </Stack>
              {!ai && !finder && (
                <Box component="p" role="alert" m="12px 0 0" fz="sm" c="var(--mantine-color-error)">
                  At least one product must be selected
                </Box>
              )}
            </fieldset>
          </Card>
          <NoticeAlert
            notice={
              addedClient
                ? { kind: 'success', text: `${addedClient.name} was added.` }
                : add.error
                  ? { kind: 'error', text: messageOr(add.error, FAILED) }
                  : null
            }
          />
          <Group justify="flex-end" gap="sm">
            <Button component={Link} to={cancelPath(returnTo)} variant="default">
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={isIncomplete || addedClient !== undefined}
              loading={add.isPending}
            >
              Add Client
            </Button>
          </Group>
        </form>
      </FormProvider>
    </Page>
  );
}

const cancelPath = (returnTo: 'superadmin' | 'client') =>
  returnTo === 'superadmin' ? '/SuperAdminPortal?tab=client-management' : '/ai/clients';

/** Redirects to the next step: inviting the client's administrators, or managing the client (spec 002 §2). */
function useRedirectToNextStep(
  addedClient: ClientRecord | undefined,
  returnTo: 'superadmin' | 'client',
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!addedClient) return;
    const { id, name } = addedClient;
    const query = new URLSearchParams({ tab: 'user-management', clientId: id, clientName: name });
    const to = returnTo === 'superadmin' ? `/SuperAdminPortal?${query}` : `/ai/client/${id}`;
    const timer = setTimeout(() => void navigate(to), REDIRECT_DELAY_MS[returnTo]);
    return () => clearTimeout(timer);
  }, [addedClient, returnTo, navigate]);
}
