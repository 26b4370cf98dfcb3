import { Group, TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface PersonFieldsProps {
  field: (name: 'firstName' | 'lastName' | 'email') => UseFormRegisterReturn & { error: string | undefined };
}

/** Name and email fields of the forms that invite or edit a person. */
export function PersonFields({ field }: PersonFieldsProps) {
  return (
    <>
      <Group grow align="flex-start" gap="md" preventGrowOverflow={false} wrap="wrap">
        <TextInput label="First name" data-autofocus autoComplete="off" {...field('firstName')} />
        <TextInput label="Last name" autoComplete="off" {...field('lastName')} />
      </Group>
      <TextInput label="Email" type="email" autoComplete="off" {...field('email')} />
    </>
  );
}
