import { zodResolver } from '@hookform/resolvers/zod';
import {
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormProps,
  type UseFormRegister,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';

interface FormRegistration<Values extends FieldValues> {
  register: UseFormRegister<Values>;
  formState: { errors: FieldErrors<Values> };
}

/** Returns a function that gives an input its name, its handlers and the error of its field. */
export const fieldsOf =
  <Values extends FieldValues>({ register, formState: { errors } }: FormRegistration<Values>) =>
  <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...register(name, options),
    error: errors[name]?.message as string | undefined, // forms have no nested fields
  });

/** A form whose values a schema checks; `{...form.field('name')}` connects an input. */
export function useZodForm<Values extends FieldValues, Body>(
  schema: z.ZodType<Body, Values>,
  props: Omit<UseFormProps<Values, unknown, Body>, 'resolver'>,
) {
  const form = useForm({ ...props, resolver: zodResolver(schema) });
  return { ...form, field: fieldsOf(form) };
}
