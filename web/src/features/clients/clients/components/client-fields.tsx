import type { PlanTier } from '@landline/event-schemas';
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { DOMAINS } from '../../../../shared/messages.ts';
import { fieldsOf } from '../../../../shared/use-zod-form.ts';
import { authorizedDomainProblem, emailDomainProblem } from '../domain-rules.ts';
import { DomainsInput } from './domains-input.tsx';
import { PLAN_OPTIONS } from './plan-badge.tsx';

/** Form values shared by adding and editing a client. */
export interface ClientValues {
  name: string;
  primary_domain: string;
  plan_tier: PlanTier;
  time_zone: string;
  demo_mode: boolean;
  authorized_domains: string[];
  allowed_email_domains: string[];
}

const ZONES = Intl.supportedValuesOf('timeZone');

interface ClientFieldsProps {
  domainRequired?: boolean;
  /** Error for a duplicate domain. Without it, duplicates are ignored (spec 002 §5). */
  duplicate?: string;
  /** Additional fields of the form. */
  children?: ReactNode;
}

/** Form fields of a client, inside a `FormProvider` whose values include `ClientValues`. */
export function ClientFields({ domainRequired = false, duplicate, children }: ClientFieldsProps) {
  const form = useFormContext<ClientValues>();
  const { control, getValues, register } = form;
  const field = fieldsOf(form);
  const zone = getValues('time_zone');
  return (
    <Stack gap="md">
      <TextInput label="Client name" {...field('name')} required />
      <TextInput
        label="Primary domain"
        placeholder="example.com"
        {...field('primary_domain')}
        required={domainRequired}
      />
      <NativeSelect label="Plan" data={PLAN_OPTIONS} {...register('plan_tier')} />
      <NativeSelect
        label="Time zone"
        data={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
        {...register('time_zone')}
      />
      <Controller
        control={control}
        name="authorized_domains"
        render={({ field }) => (
          <DomainsInput
            label="Extra authorized domains"
            description="Domains besides the primary domain where the assistant can appear."
            value={field.value}
            onChange={field.onChange}
            check={authorizedDomainProblem}
            {...(duplicate !== undefined && { duplicate })}
          />
        )}
      />
      <Controller
        control={control}
        name="allowed_email_domains"
        render={({ field }) => (
          <DomainsInput
            label="Allowed email domains"
            description="Only email addresses at these domains can be invited. Leave empty to allow any domain."
            value={field.value}
            onChange={field.onChange}
            check={emailDomainProblem}
            duplicate={DOMAINS.duplicate}
          />
        )}
      />
      {children}
      <Checkbox
        label="Demo account"
        description="Shows the demo agreement and disables Billing and Account Settings."
        {...register('demo_mode')}
      />
    </Stack>
  );
}
