import { passwordByLinkBody, SETUP_PASSWORD_MIN } from '@landline/api/identity/sessions/contract';
import { type FormEvent, useState } from 'react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { PasswordStrength } from '../../../../shared/ui/password-strength.tsx';
import type { Password } from '../link-machine.ts';
import classes from './form.module.css';
import { PasswordField } from './password-field.tsx';

interface SetupFormProps {
  label: string;
  token: string;
  problem: string | null;
  submitting: boolean;
  onEdit: () => void;
  onSubmit: (password: Password & { problem: string | null }) => void;
}

/** Form for a new password and its confirmation, validated by the API's schema (spec 000 §5). */
export function SetupForm({ label, token, problem, submitting, onEdit, onSubmit }: SetupFormProps) {
  const [password, setPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    const { error } = passwordByLinkBody.safeParse({ token, password, confirmPassword });
    onSubmit({ password, confirmPassword, problem: error?.issues[0]?.message ?? null });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <NoticeAlert notice={problem === null ? null : { text: problem, kind: 'error' }} />
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          onEdit();
        }}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        value={confirmPassword}
        onChange={({ currentTarget }) => {
          setConfirmPassword(currentTarget.value);
          onEdit();
        }}
      />
      <PasswordStrength password={password} confirmation={confirmPassword} minimum={SETUP_PASSWORD_MIN} />
      <Button type="submit" size="lg" loading={submitting}>
        {label}
      </Button>
    </form>
  );
}
