import { Group, TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

type Field = 'firstName' | 'lastName' | 'email';

interface PersonFieldsProps {
  register: (field: Field) => UseFormRegisterReturn;
  errors: Partial<Record<Field, { message?: string | undefined }>>;
}

/** Name and email fields of the forms that invite or edit a person. */
export function PersonFields({ register, errors }: PersonFieldsProps) {
  return (
    <>
      <Group grow align="flex-start" gap="md" preventGrowOverflow={false} wrap="wrap">
        <TextInput
          label="First name"
          data-autofocus
          autoComplete="off"
          {...register('firstName')}
          error={errors.firstName?.message}
        />
        <TextInput
          label="Last name"
          autoComplete="off"
          {...register('lastName')}
          error={errors.lastName?.message}
        />
      </Group>
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        {...register('email')}
        error={errors.email?.message}
      />
    </>
  );
}
