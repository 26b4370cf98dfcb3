import { issueTokenBody } from '@landline/api/identity/operator-tokens/contract';
import { OPERATOR_SCOPES } from '@landline/event-schemas';
import { Button, Checkbox, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { copyText } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import common from '../../../../shared/ui/common.module.css';
import { focusOn } from '../../../../shared/ui/focus-on.ts';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import type { useIssueToken } from '../api/operator-tokens.ts';
import { SCOPE_LABELS } from '../labels.ts';

const LIFETIMES = [30, 90, 365].map((days) => ({ value: String(days), label: `${days} days` }));

interface IssueTokenFormProps {
  issue: ReturnType<typeof useIssueToken>;
  onDone: () => void;
}

/** Issues an operator token and shows it once. */
export function IssueTokenForm({ issue, onDone }: IssueTokenFormProps) {
  const { notice, show } = useNotice();
  const { control, field, handleSubmit } = useZodForm(issueTokenBody, {
    defaultValues: { name: '', scopes: ['status' as const], days: 90, password: '' },
  });
  if (issue.data) {
    const { token } = issue.data;
    return (
      <Stack gap="md">
        <Text size="sm">Copy the token now; it is not shown again. Anyone who has it can use it.</Text>
        <code className={common.wrap}>{token}</code>
        <NoticeAlert notice={notice} />
        <Group justify="flex-end">
          <Button
            ref={focusOn}
            variant="default"
            onClick={() => void copyText(show, token, 'Token copied to clipboard')}
          >
            Copy
          </Button>
          <Button onClick={onDone}>Done</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={handleSubmit((body) => issue.mutate(body))} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The machine or task that uses the token"
          data-autofocus
          {...field('name')}
        />
        <Controller
          control={control}
          name="scopes"
          render={({ field: { value, onChange }, fieldState }) => (
            <Checkbox.Group
              label="Permissions"
              value={value}
              onChange={onChange}
              error={fieldState.error?.message}
            >
              <Stack gap="xs" mt="xs">
                {OPERATOR_SCOPES.map((scope) => (
                  <Checkbox key={scope} value={scope} label={SCOPE_LABELS[scope]} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        />
        <NativeSelect label="Expires after" data={LIFETIMES} {...field('days', { valueAsNumber: true })} />
        <PasswordInput label="Your password" autoComplete="current-password" {...field('password')} />
        <ErrorNotice error={issue.error} failed="The token could not be issued" />
        <Group justify="flex-end">
          <Button type="submit" loading={issue.isPending}>
            Issue token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
