import { passwordByLinkBody } from '@landline/api/identity/contract';
import { Button, Loader, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { PasswordStrength } from '../../../shared/ui/password-strength.tsx';
import type { Password } from '../setup-machine.ts';

interface SetupFormProps {
  label: string;
  token: string;
  problem: string | null;
  submitting: boolean;
  onEdit: () => void;
  onSubmit: (password: Password & { problem: string | null }) => void;
}

/** A new password, twice, held against the rules of the api (spec 000 §5). */
export function SetupForm({ label, token, problem, submitting, onEdit, onSubmit }: SetupFormProps) {
  const [password, setPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    const { error } = passwordByLinkBody.safeParse({ token, password, confirmPassword });
    onSubmit({ password, confirmPassword, problem: error?.issues[0]?.message ?? null });
  };
  const toggle = { 'aria-label': 'Show password' };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mt="lg">
        <NoticeAlert notice={problem === null ? null : { text: problem, kind: 'error' }} />
        <PasswordInput
          label="New Password"
          name="password"
          autoComplete="new-password"
          size="md"
          autoFocus
          value={password}
          visibilityToggleButtonProps={toggle}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            onEdit();
          }}
        />
        <PasswordInput
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          size="md"
          value={confirmPassword}
          visibilityToggleButtonProps={toggle}
          onChange={({ currentTarget }) => {
            setConfirmPassword(currentTarget.value);
            onEdit();
          }}
        />
        <PasswordStrength password={password} confirmation={confirmPassword} minimum={12} />
        <Button
          type="submit"
          size="md"
          fullWidth
          aria-disabled={submitting}
          leftSection={submitting && <Loader size={16} color="currentColor" />}
        >
          {label}
        </Button>
      </Stack>
    </form>
  );
}
