import { type FormEvent, useState } from 'react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import type { Notice } from '../../../../shared/notice/use-notice.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import classes from './form.module.css';

interface ForgotPasswordFormProps {
  label: string;
  notice: Notice | null;
  isSending: boolean;
  onEdit: () => void;
  onSubmit: (email: string) => void;
}

/** Asks for the email address that gets the reset link. */
export function ForgotPasswordForm({ label, notice, isSending, onEdit, onSubmit }: ForgotPasswordFormProps) {
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) onSubmit(email);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <NoticeAlert notice={notice} />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value);
          onEdit();
        }}
      />
      <Button type="submit" size="lg" loading={isSending}>
        {label}
      </Button>
    </form>
  );
}
