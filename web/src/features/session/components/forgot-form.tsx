import { Button, Loader, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import type { Notice } from '../../../shared/notice/use-notice.ts';

interface ForgotFormProps {
  label: string;
  notice: Notice | null;
  sending: boolean;
  onEdit: () => void;
  onSubmit: (email: string) => void;
}

/** The address that a link is sent to. */
export function ForgotForm({ label, notice, sending, onEdit, onSubmit }: ForgotFormProps) {
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) onSubmit(email);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mt="lg">
        <NoticeAlert notice={notice} />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          autoFocus
          value={email}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            onEdit();
          }}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          aria-disabled={sending}
          leftSection={sending && <Loader size={16} color="currentColor" />}
        >
          {label}
        </Button>
      </Stack>
    </form>
  );
}
