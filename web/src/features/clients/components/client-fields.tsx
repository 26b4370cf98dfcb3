import type { PlanTier } from '@landline/event-schemas';
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { DOMAINS } from '../../../shared/messages.ts';
import { authorizedDomainProblem, emailDomainProblem } from '../domain-rules.ts';
import { DomainsInput } from './domains-input.tsx';
import { PLAN_OPTIONS } from './plan-badge.tsx';

/** What is said of a client when it is added, and changed later. */
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
  /** What is wrong with entering a domain twice; where that is ignored (spec 002 §5), nothing. */
  duplicate?: string;
  /** What only one of the two forms asks. */
  children?: ReactNode;
}

/** The fields of a client, in a form of `ClientValues` or more. */
export function ClientFields({ domainRequired = false, duplicate, children }: ClientFieldsProps) {
  const { control, formState, getValues, register } = useFormContext<ClientValues>();
  const { errors } = formState;
  const zone = getValues('time_zone');
  return (
    <Stack gap="md">
      <TextInput label="Client name" {...register('name')} error={errors.name?.message} required />
      <TextInput
        label="Primary domain"
        placeholder="example.com"
        {...register('primary_domain')}
        error={errors.primary_domain?.message}
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
            description="Besides the primary domain, where the assistant may appear."
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
            description="Whose addresses may be invited. An empty list means any."
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
        description="Shows the demo agreement, and closes Billing and Account Settings."
        {...register('demo_mode')}
      />
    </Stack>
  );
}
