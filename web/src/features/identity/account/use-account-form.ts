import type { UseMutationResult } from '@tanstack/react-query';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { useZodForm } from '../../../shared/use-zod-form.ts';
import { useNotifications } from '../../clients/notifications/provider.tsx';
import { firstProblem } from './first-problem.ts';

interface AccountFormOptions<Values extends FieldValues, Body> {
  schema: z.ZodType<Values, Values>;
  defaultValues: DefaultValues<Values>;
  mutation: UseMutationResult<unknown, Error, Body>;
  bodyOf: (values: Values) => Body;
  /** Notification after success. */
  success: string;
  /** Error text when the server gives none. */
  failed: string;
  onClose: () => void;
}

/** Returns a form that changes the account, and the props of its modal, which closes on success. */
export function useAccountForm<Values extends FieldValues, Body>(options: AccountFormOptions<Values, Body>) {
  const { schema, defaultValues, mutation, bodyOf, success, failed, onClose } = options;
  const notify = useNotifications();
  const form = useZodForm(schema, { defaultValues, reValidateMode: 'onSubmit' });
  const onSubmit = form.handleSubmit((values) =>
    mutation.mutate(bodyOf(values as Values), {
      onSuccess: () => {
        notify.success(success);
        onClose();
      },
    }),
  );
  const problem = firstProblem(form.formState.errors, mutation.error, failed);
  return { form, modal: { problem, pending: mutation.isPending, onSubmit, onClose } };
}
